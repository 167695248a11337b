import { PDF } from '@libpdf/core';
import { now } from '../../base/clock.ts';
import { loadPdf } from './load-pdf.ts';
import { openPdf, savePdf } from './open.ts';
import { writeWhole } from './write-file.ts';

/** Milliseconds: many large documents may come together. A request ends after 29 s. */
const TIME_TO_WRITE = 20_000;

/**
 * Combines the pages of all PDFs into one, in order. A seal covers one file, byte for byte, so the result has none: it
 * is a convenience copy, and only the single documents are proof.
 */
export const mergePdfs = async (list: Uint8Array[]): Promise<Uint8Array> => {
  const merged = PDF.create();
  const dates = { creationDate: now(), modificationDate: now() };
  merged.setMetadata({ title: '', author: '', creator: '', producer: 'Countersign', ...dates });
  for (const bytes of list) {
    const document = await openPdf(bytes);
    // The library can only copy a document if it reads its whole page tree.
    const source = document.repaired ? await loadPdf(await savePdf(document)) : document.pdf;
    await merged.copyPagesFrom(source, [...Array(source.getPageCount()).keys()]);
  }
  return writeWhole({ pdf: merged, resolve: (ref) => merged.getObject(ref) }, TIME_TO_WRITE);
};
