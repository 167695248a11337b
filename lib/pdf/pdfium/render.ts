import { fail } from '../../base/errors.ts';
import { PdfiumStartError, runPdfium } from './pdfium.ts';
import { PdfiumError } from './pdfium-failure.ts';
import type { DocumentTexts, PageProposals, PageView, Tasks } from './pdfium-tasks.ts';

/**
 * Pages drawn to check that a file can be displayed: three, if the first ones take no longer than `within`, and then as
 * many as fit into `milliseconds` of processor time, about 60 pages of text. Scans take a tenth of a second each, too
 * long to wait for all of them.
 */
const TRIED = { pages: 3, within: 2000, milliseconds: 300 };

/**
 * Reason why a file or page can't be displayed, as the end of a sentence, such as "page 3 takes too long to be
 * displayed".
 */
export const displayFault = ({ fault, page }: PdfiumError): string => {
  const what = page === undefined ? 'it' : `page ${page}`;
  if (fault === 'password') return 'it is protected by a password';
  if (fault === 'encryption') return "it is encrypted in a way that can't be opened here";
  if (fault === 'time_limit') return `${what} takes too long to be displayed`;
  if (fault === 'memory_limit') return `${what} takes too much memory to be displayed`;
  return `${what} can't be displayed`;
};

/**
 * Draws the first pages of a PDF as small page images, to check that viewers can display it. Returns PDFium's facts of
 * the file, and the pictures for a later comparison. Throws `PdfiumError`; `displayFault` puts that into words.
 */
export const tryDisplay = (bytes: Uint8Array): Promise<Tasks['check']['result']> =>
  runPdfium('check', { bytes, ...TRIED });

/**
 * Renders a page as a PNG: the page box of `pageSizes`, upright as displayed, form fields and annotations included.
 * About 1.75 pixels a point, or `width` pixels wide; less for pages of poster size. Throws `unusable_document` if
 * PDFium can't show the page in time, and `page_not_found`.
 */
export const renderPage = async (
  bytes: Uint8Array,
  page: number,
  options: { width?: number } = {},
): Promise<Uint8Array> => {
  try {
    return (await runPdfium('image', { bytes, page, width: options.width })) ?? fail('page_not_found');
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return fail('unusable_document', { name: `(page ${page})`, reason: displayFault(error) });
  }
};

/** Milliseconds of processor time for pages that are drawn together: about 30 pages of text, or five photographs. */
const TOGETHER = 4000;

/**
 * Pages for reading: their pictures and their text. Of several pages those that can be drawn soon, and always the
 * first. `scale` times as many pixels as usual. Throws `unusable_document` if PDFium can't show a page in time.
 */
export const viewPages = async (bytes: Uint8Array, pages: readonly number[], scale = 1): Promise<PageView[]> => {
  try {
    return await runPdfium('views', { bytes, pages, scale, milliseconds: TOGETHER });
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return fail('unusable_document', { name: `(page ${error.page ?? pages[0]})`, reason: displayFault(error) });
  }
};

/** Bytes of JSON of texts that are read together: about 100 pages of a book. */
const TEXTS_TOGETHER = 500_000;

/**
 * Texts of pages from `from` on, as many as are read soon, and with page 1 the outline. Throws `unusable_document` if
 * PDFium can't read it.
 */
export const readTexts = async (bytes: Uint8Array, from: number): Promise<DocumentTexts> => {
  try {
    return await runPdfium('texts', { bytes, from, milliseconds: TOGETHER, size: TEXTS_TOGETHER });
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return fail('unusable_document', { name: `(page ${error.page ?? from})`, reason: displayFault(error) });
  }
};

/**
 * Proposes fields for the blanks of pages, as many pages as are read soon. Throws `unusable_document` if PDFium can't
 * read one.
 */
export const proposeFields = async (bytes: Uint8Array, pages: readonly number[]): Promise<PageProposals[]> => {
  try {
    return await runPdfium('proposals', { bytes, pages, milliseconds: TOGETHER });
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return fail('unusable_document', { name: `(page ${error.page ?? pages[0]})`, reason: displayFault(error) });
  }
};

/** Page 1 for reading; null if it can't be drawn at once. */
export const viewFirstPage = async (bytes: Uint8Array): Promise<PageView | null> => {
  try {
    const [view] = await runPdfium('firstView', { bytes, pages: [1], scale: 1, milliseconds: 0 });
    return view ?? null;
  } catch (error) {
    if (error instanceof PdfiumError || error instanceof PdfiumStartError) return null;
    throw error;
  }
};
