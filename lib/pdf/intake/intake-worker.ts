/** A thread that reads strangers' documents (`intake.ts` starts and ends it). */
import { askForPdfium } from '../file-threads/ask-pdfium.ts';
import { answerTasks } from '../file-threads/file-worker.ts';
import type { FormField } from '../form/form-fields.ts';
import { type InspectedPdf, inspectPdf } from './inspect.ts';
import { findMarks, takeOff } from './marks.ts';
import type { TextTag } from './text-tags.ts';

/** A document for the thread. `name` is for messages. */
interface Given {
  bytes: Uint8Array;
  name: string;
}

/** A file that needn't be sent back is null. */
export type ReadPdf = Omit<InspectedPdf, 'bytes' | 'withForm'> & {
  /** Null: the file that was sent. */
  bytes: Uint8Array | null;
  /** Null: the same as `bytes`. */
  withForm: Uint8Array | null;
};

/** Tasks of the thread by name, with input and result. */
export interface IntakeTasks {
  inspect: { given: Given; result: ReadPdf };
  /** Finds the tags in the texts of a document, and the fields of its form, as far as they are wanted. */
  marks: { given: Given & { tags: boolean; fields: boolean }; result: { tags: TextTag[]; fields: FormField[] } };
  /**
   * Takes tags and fields off the pages, which are given by their places in what `marks` found. `record` shows how
   * pages must look.
   */
  takeOff: { given: Given & { record: Uint8Array; tags: number[]; fields: number[] }; result: ReadPdf };
}

const read = (sent: Uint8Array, { bytes, withForm, ...facts }: InspectedPdf): ReadPdf => ({
  ...facts,
  bytes: bytes === sent ? null : bytes,
  withForm: withForm === bytes ? null : withForm,
});

askForPdfium();
answerTasks<IntakeTasks>({
  inspect: async ({ bytes, name }) => read(bytes, await inspectPdf(bytes, name)),
  marks: async ({ bytes, name, ...wanted }) => {
    const { tags, fields } = await findMarks(bytes, name, wanted);
    return { tags: tags.map(({ glyphs, ...tag }) => tag), fields: fields.map(({ widget, ...field }) => field) };
  },
  takeOff: async ({ bytes, name, record, ...marks }) =>
    read(new Uint8Array(), await takeOff(bytes, name, record, marks)),
});
