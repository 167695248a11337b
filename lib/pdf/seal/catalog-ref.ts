import type { PdfRef } from '@libpdf/core';
import type { OpenPdf } from '../file/open-pdf.ts';

/** The reference of a document's catalog. Throws if it has none. */
export const catalogRef = ({ pdf }: Pick<OpenPdf, 'pdf'>): PdfRef => {
  const ref = pdf.context.info.trailer.getRef('Root');
  if (!ref) throw new Error('A document without a catalog is not sealed');
  return ref;
};
