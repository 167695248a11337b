import { CountersignError, type ErrorCode, errorOf, isError, retryAfterOf } from './errors.ts';

/** Settings of how requests are sent. */
export interface TransportOptions {
  /** Attempts after the first one; 4 unless stated. */
  retries?: number;
  /** Longest time between two attempts, in milliseconds; a minute unless stated. A longer `Retry-After` is an error. */
  longestWait?: number;
  /** Lets time pass: what tests replace. */
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Sends one request; `globalThis.fetch` unless stated. */
  fetch?: typeof fetch;
}

/** Source of access tokens. */
export interface Session {
  /** The token of now. */
  token(): Promise<string>;
  /** A token in the place of one that the platform refused. */
  renew(refused: string): Promise<string>;
}

/** Sends a request until it is answered. */
export type Send = (request: Request) => Promise<Response>;

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers after which the same request may work: not carried out, or carried out once thanks to its key. */
const PASSING = [429, 500, 502, 503, 504];

/** Codes that a new token may put right. They are found before anything is carried out. */
const OUTDATED: ErrorCode[] = ['token_expired', 'unauthorized'];

/**
 * A sender that repeats what got no answer or may work later. A write carries an `Idempotency-Key`, so that it is
 * carried out once. Throws `CountersignError` for every answer that isn't a success.
 */
export const retrying = (options: TransportOptions = {}): Send => {
  const { retries = 4, longestWait = 60_000, wait = pass, fetch: send = globalThis.fetch } = options;

  const answerOf = async (request: Request): Promise<Response | CountersignError> => {
    try {
      return await send(request);
    } catch (cause) {
      request.signal.throwIfAborted();
      return new CountersignError('unreachable', `No answer came from ${new URL(request.url).host}.`, { cause });
    }
  };

  return async (request) => {
    identify(request);
    for (let attempt = 0; ; attempt += 1) {
      const answer = await answerOf(attempt < retries ? request.clone() : request);
      if (answer instanceof Response && answer.ok) return answer;
      const pause = pauseAfter(answer, attempt);
      if (pause === undefined || pause > longestWait || attempt >= retries) {
        throw answer instanceof Response ? await errorOf(answer) : answer;
      }
      if (answer instanceof Response) await answer.body?.cancel();
      await wait(pause, request.signal);
    }
  };
};

/** Milliseconds until the next attempt: what the answer says, or longer each time. Undefined if none can help. */
const pauseAfter = (answer: Response | CountersignError, attempt: number): number | undefined => {
  const growing = 500 * 2 ** attempt * (0.5 + Math.random() / 2);
  if (answer instanceof CountersignError) return growing;
  const isRunning = answer.headers.get('x-error-code') === 'idempotency_in_flight';
  if (!isRunning && !PASSING.includes(answer.status)) return undefined;
  const seconds = retryAfterOf(answer);
  return seconds === undefined ? growing : seconds * 1000;
};

/** A sender that adds the session's token, and repeats a request once with a new one if the token is out of date. */
export const authorized =
  (send: Send, session: Session): Send =>
  async (request) => {
    identify(request);
    const again = request.clone();
    const token = await session.token();
    request.headers.set('authorization', `Bearer ${token}`);
    try {
      return await send(request);
    } catch (error) {
      if (!isError(error, ...OUTDATED)) throw error;
      again.headers.set('authorization', `Bearer ${await session.renew(token)}`);
      return await send(again);
    }
  };

/** Gives a write its key, the same in all attempts. */
const identify = ({ method, headers }: Request): void => {
  if (WRITES.includes(method) && !headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID());
};

/** Lets time pass; rejects with the signal's reason if it aborts. */
export const pass = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
