import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { Failure, failure } from '../../../lib/base/errors.ts';
import { ANSWER_HEADERS } from '../../../lib/http/headers.ts';
import { closeServer } from '../shared/close-server.ts';
import type { GatewayOperation } from '../shared/gateway-operation.ts';
import { lambdaContext } from '../shared/lambda-context.ts';
import { listenOn, loopbackUrl } from '../shared/loopback.ts';
import { report } from '../shared/report.ts';
import { writeFailure, writePreflight, writeRedirect, writeResult } from './answer.ts';
import { Aborted, readBody, TooLarge } from './body.ts';
import { proxyEvent, splitTarget } from './event.ts';
import { checkEvent, checkResult, LARGEST_REQUEST, requestTooLarge } from './limits.ts';
import { type LocalServices, localRouteAt, localRoutes } from './local-routes.ts';
import { addressAtOneName } from './one-name.ts';
import { type Match, routes } from './routes.ts';

export interface Gateway {
  url: string;
  /**
   * Begins to serve; until then every request is refused as not ready. With `pages`, browsers that open a page at
   * another name of this machine are led to that address.
   */
  serve(operations: readonly GatewayOperation[], local: LocalServices, pages?: string): void;
  stop(): Promise<void>;
}

/** API Gateway's own timeout. */
const TIMEOUT_SECONDS = 29;
/** Milliseconds for which a stop waits for running requests. */
const PATIENCE = 3000;
/**
 * In milliseconds, as API Gateway's. Node's five seconds would close connections that a client is about to use again.
 */
const IDLE_CONNECTION = 310_000;

/**
 * Starts the API's gateway on `port` of the loopback address: it turns requests into API Gateway's events for the
 * functions.
 */
export const startGateway = async (port: number): Promise<Gateway> => {
  let answer: (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void> = async () => {
    throw failure('unavailable');
  };
  const server = createServer({ keepAliveTimeout: IDLE_CONNECTION }, (request, response) => {
    const requestId = randomUUID();
    // A client that disconnects is no error.
    response.on('error', () => {});
    answer(request, response, requestId).catch((error: unknown) => fail(response, error, requestId));
  });
  server.on('clientError', refuse);
  const url = loopbackUrl(await listenOn(server, port));

  return {
    url,
    serve: (operations, local, pages) => {
      answer = answerWith(operations, local, pages);
    },
    stop: () => closeServer(server, PATIENCE),
  };
};

const answerWith = (operations: readonly GatewayOperation[], local: LocalServices, pages?: string) => {
  const table = routes(operations);
  const own = localRoutes(local);
  const fallback = operations.find(({ contract }) => contract.methodsAt);

  return async (request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> => {
    const { path, query } = splitTarget(request.url ?? '/');
    const method = request.method ?? 'GET';
    const body = await readBody(request, LARGEST_REQUEST);
    if (method === 'OPTIONS') return writePreflight(response, requestId);
    const address = pages && addressAtOneName(request, pages);
    if (address) return writeRedirect(response, address);

    const ownRoute = localRouteAt(own, method, path);
    if (ownRoute) return ownRoute({ query: new URLSearchParams(query), body }, response);

    const allowed = table.find(method, path) ? undefined : table.refusing(method, path);
    if (allowed !== undefined) throw failure('method_not_allowed', { allowed });
    const match = table.find(method, path) ?? table.orElse(fallback, path);
    if (!match) throw failure('route_not_found');
    const result = await invoke(request, body, match, requestId);
    // The function's writes should be dispatched by the time the caller looks.
    if (method !== 'GET') local.pump.poke();
    writeResult(response, result);
  };
};

const invoke = async (
  request: IncomingMessage,
  body: Buffer,
  match: Match<GatewayOperation>,
  requestId: string,
): Promise<APIGatewayProxyResult> => {
  const event = proxyEvent(request, body, match, requestId);
  checkEvent(event);
  const result = await match.target(event, lambdaContext(match.target.contract.id, randomUUID(), TIMEOUT_SECONDS));
  checkResult(result);
  return result;
};

const fail = (response: ServerResponse, error: unknown, requestId: string): void => {
  if (error instanceof Aborted) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = error instanceof TooLarge ? requestTooLarge() : error;
  if (!(known instanceof Failure)) report('A request failed in the gateway', known);
  writeFailure(response, known instanceof Failure ? known : failure('internal'), requestId);
};

/** A connection that sends no HTTP, or too many headers, still gets the ERROR envelope. */
const refuse = (_: Error, socket: Duplex): void => {
  if (!socket.writable) return;
  const body = JSON.stringify({ status: 'ERROR', error: 'The request is not valid HTTP.' });
  socket.end(
    `HTTP/1.1 400 ${STATUS_CODES[400]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      Object.entries(ANSWER_HEADERS)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      `X-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};
