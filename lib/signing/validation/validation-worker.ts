/** A thread that reads strangers' sealed files (`validate-pdf.ts` starts and ends it). */
import { answerTasks } from '../../pdf/file-worker.ts';
import { type CheckedSeal, checkSeal, type Facts } from './check-seal.ts';

/** Tasks of the thread by name, with input and result. */
export interface ValidationTasks {
  checkSeal: { given: Facts & { bytes: Uint8Array }; result: CheckedSeal };
}

answerTasks<ValidationTasks>({
  checkSeal: ({ bytes, ...facts }) => checkSeal(bytes, facts),
});
