import { AsyncLocalStorage } from 'node:async_hooks';

/** A limit that counted during a request, as it stands afterwards. */
export interface NotedLimit {
  name: string;
  /** The most that is let through in a window. */
  limit: number;
  windowSeconds: number;
  left: number;
  /** Seconds until the count begins anew. */
  resetSeconds: number;
}

const noted = new AsyncLocalStorage<Map<string, NotedLimit>>();

/** Calls `run`, and puts the limits that count in it into `into`, by their names. */
export const collectLimits = <T>(into: Map<string, NotedLimit>, run: () => T): T => noted.run(into, run);

/** Notes a limit for the answer of the request that runs; nothing in a worker. */
export const noteLimit = (limit: NotedLimit): void => {
  noted.getStore()?.set(limit.name, limit);
};
