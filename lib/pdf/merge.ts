import { PDF } from '@libpdf/core';
import { now } from '../base/clock.ts';
import { openPdf, savePdf } from './open.ts';
import { writeWhole } from './write-file.ts';

/** Milliseconds: many large documents may come together. A request ends after 29 s. */
const TIME_TO_WRITE = 20_000;

/**
 * One PDF of the pages of all, in their order. A seal covers one file, byte for byte, and can't survive in another: the
 * result is a convenience copy without any, and what proves anything are the single documents.
 */
export const mergePdfs = async (list: Uint8Array[]): Promise<Uint8Array> => {
  const merged = PDF.create();
  const dates = { creationDate: now(), modificationDate: now() };
  merged.setMetadata({ title: '', author: '', creator: '', producer: 'Countersign', ...dates });
  for (const bytes of list) {
    const document = await openPdf(bytes);
    // Only a document whose page tree the library reads in full can be copied by it.
    const source = document.repaired ? await PDF.load(await savePdf(document)) : document.pdf;
    await merged.copyPagesFrom(source, [...Array(source.getPageCount()).keys()]);
  }
  return writeWhole({ pdf: merged, resolve: (ref) => merged.getObject(ref) }, TIME_TO_WRITE);
};
