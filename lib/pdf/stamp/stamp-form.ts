import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core';
import type { Box, Rectangle } from '../file/display.ts';
import type { Resolve } from '../file/page-box.ts';

/** A field of a signature that shows values on a page. It has no signature yet. */
export interface StampWidget {
  ref: PdfRef;
  widget: PdfDict;
  /** True for a field that the document's form has. A new one has no name yet, either. */
  isOwn?: true;
}

/** The place of a value on a page (1-based). */
export type Place = Box & { page: number };

/** A rectangle as files have it. */
export const rectangle = ({ left, bottom, right, top }: Rectangle): PdfArray =>
  new PdfArray([left, bottom, right, top].map((edge) => PdfNumber.of(edge)));

/** Makes a drawing the form that fills its annotation: both have the same box. */
export const formOf = (drawn: PdfDict, box: Rectangle, resolve: Resolve): PdfRef => {
  const ref = drawn.getRef('Contents');
  const form = ref && resolve(ref);
  if (!ref || !(form instanceof PdfStream)) throw new Error('A value that is shown draws something');
  const resources = drawn.get('Resources') ?? new PdfDict();
  const entries: [string, PdfObject][] = [
    ['Type', PdfName.XObject],
    ['Subtype', PdfName.of('Form')],
    ['BBox', rectangle(box)],
    ['Resources', resources],
  ];
  for (const [key, value] of entries) form.set(key, value);
  return ref;
};
