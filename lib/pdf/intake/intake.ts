import { demandFileSize } from '../file/file-size.ts';
import { FileLimitError, fileThreads } from '../file-threads/file-threads.ts';
import { runPdfiumFor } from '../file-threads/pdfium-for-threads.ts';
import type { FormField } from '../form/form-fields.ts';
import type { Budget } from '../threads/budget.ts';
import type { InspectedPdf } from './inspect.ts';
import type { IntakeTasks, ReadPdf } from './intake-worker.ts';
import { refuseFile } from './refusals.ts';
import type { TextTag } from './text-tags.ts';

const run = fileThreads<IntakeTasks>('intake-worker', import.meta.url, runPdfiumFor);

/**
 * Accepts a document (`inspectPdf`), in a thread that ends when the file has used up its time. Throws what `inspectPdf`
 * throws, and `unusable_document` if it needs too much time or memory.
 */
export const takeInPdf = async (bytes: Uint8Array, name: string, budget: Budget): Promise<InspectedPdf> => {
  demandFileSize(bytes, name);
  return whole(bytes, await within(name, run('inspect', { bytes, name }, budget)));
};

/** Parts of a document that can become fields. */
export interface Marks {
  tags: TextTag[];
  fields: FormField[];
}

/**
 * Finds the tags in a document's texts and the fields of its form, as far as they are wanted. Throws
 * `unusable_document`.
 */
export const readMarks = (
  bytes: Uint8Array,
  name: string,
  wanted: { tags: boolean; fields: boolean },
  budget: Budget,
): Promise<Marks> => within(name, run('marks', { bytes, name, ...wanted }, budget));

/**
 * Takes marks off a document's pages, given by their places in what `readMarks` found, and accepts what is left like a
 * new document. Throws `unusable_document`, also if a page then looks different from the one in `record` elsewhere.
 */
export const takeOffMarks = async (
  bytes: Uint8Array,
  name: string,
  given: { record: Uint8Array; tags: number[]; fields: number[] },
  budget: Budget,
): Promise<InspectedPdf> => whole(bytes, await within(name, run('takeOff', { bytes, name, ...given }, budget)));

const whole = (sent: Uint8Array, { bytes, withForm, ...facts }: ReadPdf): InspectedPdf => {
  const record = bytes ?? sent;
  return { ...facts, bytes: record, withForm: withForm ?? record };
};

const within = async <T>(name: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FileLimitError)) throw error;
    return refuseFile(name, error.reason);
  }
};
