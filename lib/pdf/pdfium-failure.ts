/**
 * Why PDFium gave no answer: `unreadable` it can't open the file, or a page of it; `password` or
 * `encryption` it could only with a password, or with another kind of key; `time_limit` and `memory_limit` it needed
 * more than a task gets; `aborted` the file made its code fail.
 */
export type PdfiumFault = 'unreadable' | 'password' | 'encryption' | 'time_limit' | 'memory_limit' | 'aborted';

/** PDFium could not do a task. The file is to blame: the same file fails again. */
export class PdfiumError extends Error {
  readonly fault: PdfiumFault;
  /** The page that it was at, 1-based; undefined before the first. */
  readonly page: number | undefined;

  constructor(fault: PdfiumFault, page?: number) {
    super(`PDFium: ${fault}${page === undefined ? '' : ` at page ${page}`}`);
    this.name = 'PdfiumError';
    this.fault = fault;
    this.page = page;
  }
}
