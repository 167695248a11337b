import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setEnvironment } from '../../infra/local/environment.ts';

export const EVENT_BUS = 'arn:aws:events:eu-central-1:123456789012:event-bus/signing';

/** An entry of PutEvents as the bus receives it, with what its detail says. */
export interface BusEvent {
  EventBusName: string;
  Source: string;
  DetailType: string;
  Resources: string[];
  /** Seconds since 1970. */
  Time: number;
  detail: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

/**
 * An event bus on a loopback address, which the functions of this process have as that of the deployment's owner until
 * `stop`. It takes events, refuses each in its answer as an overloaded bus does (`refuse`), or refuses the whole call
 * with a fault of rights (`deny`).
 */
export const startEventBus = async () => {
  address ??= listen();
  const endpoint = await address;
  const restore = setEnvironment({ EVENT_BUS, AWS_ENDPOINT_URL_EVENTBRIDGE: endpoint });
  const received: BusEvent[] = [];
  state = { received, answer: 'take' };
  return {
    received,
    answer: (answer: (typeof state)['answer']) => {
      state.answer = answer;
    },
    stop: restore,
  };
};
export type EventBus = Awaited<ReturnType<typeof startEventBus>>;

let state: { received: BusEvent[]; answer: 'take' | 'refuse' | 'deny' } = { received: [], answer: 'take' };

/** The functions of a process keep their client, so all files that share one have the bus at the same address. */
let address: Promise<string> | undefined;

const listen = async (): Promise<string> => {
  const server = createServer(async (request, response) => {
    const { Entries } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
      Entries: (BusEvent & { Detail: string })[];
    };
    if (request.headers['x-amz-target'] !== 'AWSEvents.PutEvents') return response.writeHead(404).end();
    state.received.push(...Entries.map(({ Detail, ...entry }) => ({ ...entry, detail: JSON.parse(Detail) })));
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (state.answer === 'deny') return response.writeHead(400).end('{"__type":"AccessDeniedException"}');
    const refusal = { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' };
    const isTaken = state.answer === 'take';
    response.end(
      JSON.stringify({
        FailedEntryCount: isTaken ? 0 : Entries.length,
        Entries: Entries.map((_, at) => (isTaken ? { EventId: String(at + 1) } : refusal)),
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
