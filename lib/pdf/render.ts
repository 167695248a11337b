import { fail } from '../base/errors.ts';
import { runPdfium } from './pdfium.ts';
import { PdfiumError } from './pdfium-failure.ts';
import type { Tasks } from './pdfium-tasks.ts';
import type { TextBox } from './pdfium-text.ts';

/**
 * What is drawn to see that a file can be displayed: three pages, and then as many as go into so much processor time.
 * These are about 60 pages of text. Scans take a tenth of a second each, and nobody could wait for all of them.
 */
const TRIED = { pages: 3, milliseconds: 300 };

/** Why a file or page can't be displayed, as the end of a sentence, such as "page 3 takes too long to be displayed". */
export const displayFault = ({ fault, page }: PdfiumError): string => {
  const what = page === undefined ? 'it' : `page ${page}`;
  if (fault === 'password') return 'it is protected by a password';
  if (fault === 'encryption') return "it is encrypted in a way that can't be opened here";
  if (fault === 'time_limit') return `${what} takes too long to be displayed`;
  if (fault === 'memory_limit') return `${what} takes too much memory to be displayed`;
  return `${what} can't be displayed`;
};

/**
 * Draws the first pages of a PDF as page images are, only smaller, to see that viewers can display it. Returns what
 * PDFium knows of the file, and the pictures, for those who compare it. Throws `PdfiumError`; `displayFault` puts that into
 * words.
 */
export const tryDisplay = (bytes: Uint8Array): Promise<Tasks['check']['result']> =>
  runPdfium('check', { bytes, ...TRIED });

/**
 * A page as a PNG: the page box that `pageSizes` states, upright as displayed, form fields and annotations included.
 * About 1.75 pixels a point, or `width` pixels wide; less for pages of poster size. Ends the request with 406 when
 * PDFium can't show the page, or not soon, and with 404 when there is no such page.
 */
export const renderPage = (bytes: Uint8Array, page: number, options: { width?: number } = {}): Promise<Uint8Array> =>
  ofPage(page, () => runPdfium('image', { bytes, page, width: options.width }));

/**
 * A page's text, a box for each line, in the order in which it is read and in points of the page as displayed: for those
 * who can't see its picture. Ends the request as `renderPage` does.
 */
export const readPageText = (bytes: Uint8Array, page: number): Promise<TextBox[]> =>
  ofPage(page, () => runPdfium('text', { bytes, page }));

const ofPage = async <T>(page: number, run: () => Promise<T | null>): Promise<T> => {
  try {
    return (await run()) ?? fail('page_not_found');
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return fail('unusable_document', { name: `(page ${page})`, reason: displayFault(error) });
  }
};
