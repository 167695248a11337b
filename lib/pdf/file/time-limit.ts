import { createContext, Script } from 'node:vm';

/** In milliseconds: more than the largest document needs, and less than a loop needs to fill the memory. */
const LIMIT = 4000;

const call = new Script('work()');
const context = createContext({ work: undefined as unknown });

let limited = true;

/**
 * Lets work take its time in this thread: it is ended as a whole when the file has used up its own (`file-threads.ts`).
 */
export const leaveTimeToThread = (): void => {
  limited = false;
};

/**
 * Runs synchronous work on a document of record for at most `limit` milliseconds; throws if it takes longer. Otherwise
 * a hostile or damaged file could keep a parser in a loop and stop the whole process. Work after the first `await`
 * isn't covered.
 */
export const withinTimeLimit = <T>(work: () => T, limit = LIMIT): T => {
  if (!limited) return work();
  context.work = work;
  try {
    return call.runInContext(context, { timeout: limit });
  } finally {
    context.work = undefined;
  }
};
