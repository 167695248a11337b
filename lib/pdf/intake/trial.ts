import type { OpenPdf } from '../file/open-pdf.ts';
import { appendRevision } from '../file/write-file.ts';
import { encodePng } from '../images/png.ts';
import { runPdfium } from '../pdfium/pdfium.ts';
import type { Pictures } from '../pdfium/pdfium-tasks.ts';
import { addedOnly, beforeStamps } from '../stamp/added-only.ts';
import { newNames, type StampField, stampDocument } from '../stamp/stamp.ts';

/** Number of tried pages. The sealing compares all stamped ones. */
const PAGES_TRIED = 10;

/** In the page's corner, in points: a picture and a stroke, like a stamp. They need no font. */
const MARK = { x: 0, y: 0, width: 10, height: 10 };
/** The picture, and the stroke. */
const MARKS = 2;
/** In points: edges are smoothed. */
const BEYOND_MARK = 2;

/** Black and white: one of them is visible on any background. */
const CHEQUERED = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255);

/**
 * Finds the first page of a document of record on which a stamp isn't visible, or changes other parts; undefined if
 * there is none. So every accepted document can be sealed. An example is content that ends within a path or a string:
 * the stamp would continue it. `document` is the open record, which is of no other use afterwards; `pictures` are pages
 * of it that were drawn already. Where the file itself shows that a page keeps its look (`added-only.ts`) and drawing
 * it takes long, the stamp is drawn alone. Throws if the file can't be read or appended to, and `PdfiumError`.
 */
export const firstPageSpoiltByStamps = async (
  record: Uint8Array,
  document: OpenPdf,
  pictures: Pictures,
): Promise<number | undefined> => {
  const tried = document.pages.slice(0, PAGES_TRIED).map((_, index) => index + 1);
  const image = encodePng(CHEQUERED, 2, 1, 'rgba');
  const marks = tried.flatMap((page): StampField[] => [
    { ...MARK, page, type: 'signature', value: 'signed', image },
    { ...MARK, page, type: 'checkbox', value: 'true' },
  ]);
  const names = newNames();
  const before = beforeStamps(document, tried);
  const stamped = appendRevision(document, record, stampDocument(document, marks, names));
  const proven = new Set((await addedOnly(record, stamped, before, names))?.alone.pages.keys());
  const mark = { ...MARK, width: MARK.width + BEYOND_MARK, height: MARK.height + BEYOND_MARK };
  return (
    (await runPdfium('trial', { record, stamped, pages: tried.length, mark, marks: MARKS, proven, pictures })) ??
    undefined
  );
};
