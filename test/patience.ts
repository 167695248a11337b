import { AsyncLocalStorage } from 'node:async_hooks';

type End = () => void;

const current = new AsyncLocalStorage<End[]>();
/** Functions that end the waiting of the SDK's running calls, by the SDK's id of the call. */
const waiting = new Map<string, End[]>();

/**
 * Milliseconds. The SDK uses shorter timers for other things: two seconds for a connection, three until keep-alive is
 * set.
 */
const PATIENCE = 4000;

/** Makes an attempt at a call of the SDK; `endPatience` can let it run out of time. */
export const withPatience = async <T>(call: string, attempt: () => Promise<T>): Promise<T> => {
  const ends: End[] = [];
  waiting.set(call, ends);
  try {
    return await current.run(ends, attempt);
  } finally {
    if (waiting.get(call) === ends) waiting.delete(call);
  }
};

/**
 * Lets the attempt at a call run out of time now, as if its service had not answered for as long as the SDK waits. A
 * test neither waits that long nor shortens the wait for calls that are slow because the machine is.
 */
export const endPatience = (call: string): void => {
  for (const end of waiting.get(call) ?? []) end();
};

/**
 * Puts a `setTimeout` in the place of the global one that notes the SDK's timers. Returns the function that undoes it.
 */
export const watchPatience = (): (() => void) => {
  const { setTimeout: real } = globalThis;
  const noting = (callback: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => {
    const timer = real(callback, delay, ...given);
    if ((delay ?? 0) >= PATIENCE) {
      current.getStore()?.push(() => {
        clearTimeout(timer);
        callback(...given);
      });
    }
    return timer;
  };
  globalThis.setTimeout = Object.defineProperties(noting, Object.getOwnPropertyDescriptors(real)) as typeof real;
  return () => {
    globalThis.setTimeout = real;
  };
};
