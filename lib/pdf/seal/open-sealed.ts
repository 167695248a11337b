import { type PDF, PdfArray, type PdfDict, PdfRef } from '@libpdf/core';
import { loadPdf } from '../file/load-pdf.ts';
import type { Resolve } from '../file/page-box.ts';

/** A sealed file, open for another revision. Its pages are not read: nothing here changes them. */
export interface Sealed {
  pdf: PDF;
  catalog: PdfDict;
  root: PdfRef;
  resolve: Resolve;
}

/** Opens a sealed file. Throws if it can't be read. */
export const openSealed = async (bytes: Uint8Array): Promise<Sealed> => {
  const pdf = await loadPdf(bytes);
  const root = pdf.context.info.trailer.getRef('Root');
  if (!root) throw new Error('The file has no catalog');
  return { pdf, catalog: pdf.getCatalog(), root, resolve: (ref) => pdf.getObject(ref) };
};

/** The references in an array of a dictionary. */
export const refsIn = (dict: PdfDict | undefined, key: string, resolve: Resolve): PdfRef[] =>
  (dict?.getArray(key, resolve)?.toArray() ?? []).filter((one): one is PdfRef => one instanceof PdfRef);

export const arrayOf = (refs: readonly PdfRef[]): PdfArray => new PdfArray([...refs]);
