import { comparePages, type PageDifference } from './compare.ts';
import { encodePng } from './images/png.ts';
import { openPdf } from './open.ts';
import { type StampField, stampDocument } from './stamp.ts';
import { appendRevision } from './write-file.ts';

/** Pages that are tried: each is drawn twice. The sealing compares all that it stamps. */
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
 * is such a case: what is stamped would go on with it. Throws where the file can't be read or appended to, and `PdfiumError`.
 */
export const firstPageSpoiltByStamps = async (record: Uint8Array): Promise<number | undefined> => {
  const document = await openPdf(record);
  const tried = document.pages.slice(0, PAGES_TRIED).map((_, index) => index + 1);
  const image = encodePng(CHEQUERED, 2, 1, 'rgba');
  const marks = tried.flatMap((page): StampField[] => [
    { ...MARK, page, type: 'signature', value: 'signed', image },
    { ...MARK, page, type: 'checkbox', value: 'true' },
  ]);
  const stamped = appendRevision(document, record, stampDocument(document, marks));
  const differences = await comparePages(record, stamped, { pages: tried });
  return tried.find((page) => !isMark(differences.find((difference) => difference.page === page)));
};

const isMark = (difference: PageDifference | undefined): boolean => {
  const box = difference?.box;
  if (!box) return false;
  return box.x + box.width <= MARK.width + BEYOND_MARK && box.y + box.height <= MARK.height + BEYOND_MARK;
};
