import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  /** The body's text, as it was signed. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
  body: any;
}

/** A webhook's receiver on a loopback address, which answers with `status` (0: cuts the connection). */
export const startReceiver = async () => {
  const received: Received[] = [];
  const state = { status: 200, held: Promise.resolve() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString();
      const { held } = state;
      state.held = Promise.resolve();
      received.push({ headers: request.headers, text, body: JSON.parse(text) });
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
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
