import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { payloadOf, type SentData, type SentEvent } from '../../lib/notify/webhooks/events.ts';
import { shapeFault } from '../answer-check.ts';
import type { Sure } from '../answers.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  /** The body's text, as it was signed. */
  text: string;
  body: { type: SentEvent; timestamp: string; data: Sure<SentData> };
}

/**
 * A webhook's receiver on a loopback address, which answers with `status` (0: cuts the connection). `stop` throws if a
 * call wasn't as the description says, unless the test makes events of its own (`checks: false`).
 */
export const startReceiver = async ({ checks = true } = {}) => {
  const received: Received[] = [];
  const faults: string[] = [];
  const state = { status: 200, held: Promise.resolve() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString();
      const { held } = state;
      state.held = Promise.resolve();
      const body: Received['body'] = JSON.parse(text);
      const fault = checks ? shapeFault(payloadOf(body.type), body) : undefined;
      if (fault !== undefined) faults.push(`${body.type}: ${fault}`);
      received.push({ headers: request.headers, text, body });
      await held;
      if (state.status === 0) request.socket.destroy();
      else response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (status: number) => {
      state.status = status;
    },
    /** Leaves the next call without an answer until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.held = promise;
      return resolve;
    },
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
      if (faults.length > 0) throw new Error(`Calls that are described otherwise: ${faults.join('; ')}`);
    },
  };
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
