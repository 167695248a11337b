import { createContext, Script } from 'node:vm';

/** In milliseconds: more than the largest document needs, and less than a loop needs to fill the memory. */
const LIMIT = 4000;

const call = new Script('work()');
const context = createContext({ work: undefined as unknown });

/**
 * Runs synchronous work on a stranger's file for at most `limit` milliseconds; throws if it takes longer. Otherwise a
 * hostile or damaged file could keep a parser in a loop and stop the whole process. Work after the first `await` isn't
 * covered.
 */
export const withinTimeLimit = <T>(work: () => T, limit = LIMIT): T => {
  context.work = work;
  try {
    return call.runInContext(context, { timeout: limit });
  } finally {
    context.work = undefined;
  }
};
