/** A thread that reads strangers' sealed files (`validate-pdf.ts` starts and ends it). */

import { ReadingLimitError } from '../../pdf/file/reading-limits.ts';
import { answerTasks } from '../../pdf/file-threads/file-worker.ts';
import { type CheckedSeal, checkSeal, type Facts } from './check-seal.ts';

/** Tasks of the thread by name, with input and result. */
export interface ValidationTasks {
  /** `limit`: the reason why the file is read no further, as the end of a sentence. */
  checkSeal: { given: Facts & { bytes: Uint8Array }; result: CheckedSeal | { limit: string } };
}

answerTasks<ValidationTasks>({
  checkSeal: async ({ bytes, ...facts }) => {
    try {
      return await checkSeal(bytes, facts);
    } catch (error) {
      if (error instanceof ReadingLimitError) return { limit: error.reason };
      throw error;
    }
  },
});
