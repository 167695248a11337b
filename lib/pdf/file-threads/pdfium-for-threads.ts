import { PdfiumStartError, runPdfiumWithin } from '../pdfium/pdfium.ts';
import { PdfiumError } from '../pdfium/pdfium-failure.ts';
import type { Assist } from './file-threads.ts';

/** Runs the tasks of PDFium that a thread asks for (`ask-pdfium.ts`). */
export const runPdfiumFor: Assist = async ({ task, given }, budget) => {
  try {
    return { result: await runPdfiumWithin(budget, task, given) };
  } catch (error) {
    if (error instanceof PdfiumError) return { fault: error.fault, page: error.page };
    return { unexpected: error instanceof PdfiumStartError ? error : new Error('PDFium failed', { cause: error }) };
  }
};
