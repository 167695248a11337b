/**
 * Reason why PDFium failed. `unreadable`: it can't open the file, or a page of it. `password` or `encryption`: it needs
 * a password, or another kind of key. `time_limit` and `memory_limit`: it needed more than a task gets. `aborted`: the
 * file made its code fail.
 */
export type PdfiumFault = 'unreadable' | 'password' | 'encryption' | 'time_limit' | 'memory_limit' | 'aborted';

/** PDFium could not complete a task because of the file: the same file fails again. */
export class PdfiumError extends Error {
  readonly fault: PdfiumFault;
  /** The current page, 1-based; undefined before the first. */
  readonly page: number | undefined;

  constructor(fault: PdfiumFault, page?: number) {
    super(`PDFium: ${fault}${page === undefined ? '' : ` at page ${page}`}`);
    this.name = 'PdfiumError';
    this.fault = fault;
    this.page = page;
  }
}
