import type { Box } from '../file/display.ts';
import type { PageDifference } from './page-difference.ts';
import { runPdfium } from './pdfium.ts';
import type { Pictures, Tasks } from './pdfium-tasks.ts';

export type { PageDifference } from './page-difference.ts';

/** Two sides of a comparison. */
interface CompareOptions {
  /** 1-based; all of both documents unless given. */
  pages?: readonly number[];
  /** By 1-based page: boxes in which the documents may differ, in points of the displayed page. */
  except?: ReadonlyMap<number, readonly Box[]>;
  /** True if no request waits: then the time limit applies to each page, not to all of them together. */
  unhurried?: boolean;
}

/**
 * Finds the pages that two PDFs show differently, in order. PDFium draws both as page images are: on screen, form
 * fields and annotations included.
 *
 * It finds a changed digit in 7 pt text, a lost hairline or check mark, pale text or lines that vanish, a white box
 * over something, another colour, other page boxes, and pages that only one of them has. It ignores invisible
 * differences: a text or line that moves by a fifth of a point, lines that become wider or thinner by that, differently
 * smoothed edges, colours that differ by about 1 %, and the outermost quarter of a point of the page. What PDFium draws
 * wrongly both times is the same to it: `test/pdf/numbers.test.ts` compares what it writes with the file's numbers.
 *
 * No page is skipped: if the time for all pages is not enough, or a page can't be drawn, it throws `PdfiumError`
 * (`fault` and `page` say why and where). A page costs two drawings at one pixel a point, some 10 ms, and no more if
 * both are the same byte for byte. Identical files aren't drawn.
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
 * `comparePages` for callers that have drawn pages of `before` already, or will use those of `after`: also returns the
 * pictures of its first pages.
 */
export const compareDrawn = (
  before: Uint8Array,
  after: Uint8Array,
  { pictures, except }: { pictures: Pictures; except?: CompareOptions['except'] },
): Promise<Tasks['compare']['result']> => runPdfium('compare', { before, after, pictures, except });
