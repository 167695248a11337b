import type { Box, PageDifference } from './page-difference.ts';
import { runPdfium } from './pdfium.ts';
import type { Pictures, Tasks } from './pdfium-tasks.ts';

export type { Box, PageDifference } from './page-difference.ts';

/** Two sides of a comparison. */
interface CompareOptions {
  /** 1-based; all of both documents unless given. */
  pages?: readonly number[];
  /** By 1-based page: boxes in which the documents may differ, in points of the displayed page. */
  except?: ReadonlyMap<number, readonly Box[]>;
  /** No request waits: the time limit holds for each page, not for all of them. */
  unhurried?: boolean;
}

/**
 * The pages that two PDFs don't show alike, in order; none where they look the same. Both are drawn by PDFium as page
 * images are: on screen, form fields and annotations included.
 *
 * Found are a changed digit in 7 pt text, a lost hairline or check mark, light grey text that vanishes, a white box over
 * something, another colour, other page boxes, and pages that only one of them has. Not found is what nobody sees: a text or
 * line that moves by a fifth of a point, edges that are smoothed otherwise, colours that differ by less than 3 %, and what
 * lies within a quarter of a point of the page's edge.
 *
 * No page is skipped: where the time for all pages is not enough, or a page can't be drawn, it throws `PdfiumError` (`fault`
 * and `page` say why and where). A page costs two drawings at one pixel a point, some 10 ms, and ends there if both are
 * the same, byte for byte. Files that are the same byte for byte are alike and aren't drawn at all.
 */
export const comparePages = async (
  before: Uint8Array,
  after: Uint8Array,
  { pages, except, unhurried = false }: CompareOptions = {},
): Promise<PageDifference[]> => {
  if (Buffer.compare(before, after) === 0) return [];
  const { differences } = await runPdfium(unhurried ? 'compareUnhurried' : 'compare', { before, after, pages, except });
  return differences;
};

/**
 * `comparePages` for those who have drawn pages of `before` already, and will go on with `after`: also answers the pictures
 * of its first pages.
 */
export const compareDrawn = (
  before: Uint8Array,
  after: Uint8Array,
  pictures: Pictures,
): Promise<Tasks['compare']['result']> => runPdfium('compare', { before, after, pictures });
