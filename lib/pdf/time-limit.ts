import { createContext, Script } from 'node:vm';

/** In milliseconds: more than the largest document needs, and less than a loop needs to fill the memory. */
const LIMIT = 4000;

const call = new Script('work()');
const context = createContext({ work: undefined as unknown });

/**
 * Runs synchronous work on a file that strangers made, for `limit` milliseconds at most; throws when it takes longer. A parser
 * that a hostile or damaged file sends round in circles would otherwise stop the whole process. What work does after
 * its first `await` is not covered.
 */
export const withinTimeLimit = <T>(work: () => T, limit = LIMIT): T => {
  context.work = work;
  try {
    return call.runInContext(context, { timeout: limit });
  } finally {
    context.work = undefined;
  }
};
