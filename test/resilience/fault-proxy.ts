import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CALL_HEADERS, INVOCATION } from '../aws-calls.ts';
import { endPatience } from '../patience.ts';

/** A request to an engine: DynamoDB and SQS name the action in a header, S3 has method and path. */
export interface Passing {
  /**
   * `createEnvelope/DynamoDB.PutItem#1`: the function, the call, and its number in that run of the function; or
   * nothing.
   */
  place: string;
  /** One run of the function; other runs have other ids. */
  run: string;
  /** The `X-Client-ID` of the function's caller; for a worker, the id of its message or record. */
  client: string;
  /** The SDK's id of the call, the same in all of its attempts. */
  call: string;
  /** `TransactWriteItems`, `SendMessageBatch`, or `PUT` and so on. */
  action: string;
  path: string;
  text: string;
}

/** Outcome of a request; undefined lets it pass. */
export type Fault =
  /** The engine never sees it. */
  | { answer: { status: number; headers: Record<string, string>; body: string } }
  | { cut: true }
  | { hang: true }
  /** The engine carries it out, but its answer never arrives. */
  | { lose: true }
  /** It goes on when the promise settles, with this body instead of its own. */
  | { hold?: Promise<unknown>; text?: string };

export type Rule = (passing: Passing) => Fault | undefined;

/** An answer that DynamoDB or SQS could give. */
export const answer = (status: number, type: string, more?: object): Fault => ({
  answer: {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...more }),
  },
});

/** A proxy in front of an engine that applies rules to its requests; without rules it changes nothing. */
export const startFaultProxy = async (target: string) => {
  const rules = new Set<Rule>();
  const server = createServer(async (incoming, outgoing): Promise<unknown> => {
    const body = await buffer(incoming);
    const passing = describe(incoming, body);
    const fault = [...rules].map((rule) => rule(passing)).find((one) => one !== undefined) ?? {};
    if ('hang' in fault) return endPatience(passing.call);
    if ('cut' in fault) return incoming.socket.destroy();
    if ('answer' in fault) {
      return outgoing.writeHead(fault.answer.status, fault.answer.headers).end(fault.answer.body);
    }
    if ('hold' in fault) await fault.hold;
    const sent = 'text' in fault && fault.text !== undefined ? Buffer.from(fault.text) : body;
    const answer = await forward(target, incoming, sent).catch(() => undefined);
    if (!answer || 'lose' in fault) return incoming.socket.destroy();
    return outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Applies the rule until the answer is called. */
    add: (rule: Rule): (() => void) => {
      rules.add(rule);
      return () => rules.delete(rule);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** The same fault for the first `times` requests that fit. */
export const first = (times: number, fits: (passing: Passing) => boolean, fault: Fault): Rule => {
  let left = times;
  return (passing) => {
    if (left === 0 || !fits(passing)) return undefined;
    left -= 1;
    return fault;
  };
};

/** Holds the first request that fits: `reached` resolves when it is there, `open` lets it go on. */
export const gate = (fits: (passing: Passing) => boolean) => {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let used = false;
  const rule: Rule = (passing) => {
    if (used || !fits(passing)) return undefined;
    used = true;
    reached.resolve();
    return { hold: opened.promise };
  };
  return { rule, reached: reached.promise, open: opened.resolve };
};

const describe = ({ headers, method = '', url = '' }: IncomingMessage, body: Buffer): Passing => ({
  place: String(headers[CALL_HEADERS.place] ?? ''),
  run: String(headers[CALL_HEADERS.run] ?? ''),
  client: String(headers[CALL_HEADERS.client] ?? ''),
  call: String(headers[INVOCATION] ?? ''),
  action: String(headers['x-amz-target'] ?? method).replace(/^.*\./, ''),
  path: url,
  text: headers['x-amz-target'] ? body.toString() : '',
});

const forward = (target: string, { method, url, headers }: IncomingMessage, body: Buffer) =>
  new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const sent = { ...headers, 'content-length': String(body.length) };
    const { 'transfer-encoding': _, ...plain } = sent;
    request(new URL(url ?? '/', target), { method, headers: plain }, async (answer) => {
      resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) });
    })
      .on('error', reject)
      .end(body);
  });
