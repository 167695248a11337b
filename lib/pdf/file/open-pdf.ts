import type { PDF, PdfDict, PdfRef } from '@libpdf/core';
import type { PageBox } from './display.ts';
import type { Resolve } from './page-box.ts';

/** One page of an open document. */
export interface OpenPage {
  ref: PdfRef;
  dict: PdfDict;
  box: PageBox;
}

/** A document in memory, with its pages in order. */
export interface OpenPdf {
  pdf: PDF;
  catalog: PdfDict;
  pages: OpenPage[];
  resolve: Resolve;
  /** True if the page tree or a box was repaired, so that the document must be written again. */
  repaired: boolean;
}
