import { encodePng } from './images/png.ts';
import { openPdf } from './open.ts';
import { runPdfium } from './pdfium.ts';
import type { Pictures } from './pdfium-tasks.ts';
import { type StampField, stampDocument } from './stamp.ts';
import { appendRevision } from './write-file.ts';

/** Pages that are tried. The sealing compares all that it stamps. */
const PAGES_TRIED = 10;

/** In the page's corner, in points: a picture and a stroke, as stamps are made of. They need no font. */
const MARK = { x: 0, y: 0, width: 10, height: 10 };
/** In points: edges are smoothed. */
const BEYOND_MARK = 2;

/** Black and white: one of them is seen on any ground. */
const CHEQUERED = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255);

/**
 * The first page of a document of record on which a stamp isn't seen, or changes what is seen elsewhere; undefined where
 * there is none. No document is taken in that can't be sealed in the end. Content that breaks off within a path or a string
 * is such a case: what is stamped would go on with it. `pictures` are pages of the record that have been drawn. Throws where
 * the file can't be read or appended to, and `PdfiumError`.
 */
export const firstPageSpoiltByStamps = async (record: Uint8Array, pictures: Pictures): Promise<number | undefined> => {
  const document = await openPdf(record);
  const tried = document.pages.slice(0, PAGES_TRIED).map((_, index) => index + 1);
  const image = encodePng(CHEQUERED, 2, 1, 'rgba');
  const marks = tried.flatMap((page): StampField[] => [
    { ...MARK, page, type: 'signature', value: 'signed', image },
    { ...MARK, page, type: 'checkbox', value: 'true' },
  ]);
  const stamped = appendRevision(document, record, stampDocument(document, marks));
  const mark = { ...MARK, width: MARK.width + BEYOND_MARK, height: MARK.height + BEYOND_MARK };
  return (await runPdfium('trial', { record, stamped, pages: tried.length, mark, pictures })) ?? undefined;
};
