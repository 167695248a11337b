import { PdfArray, PdfDict, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core';
import { Canvas, type Colour } from '../content/canvas.ts';
import { displayMatrix, type Matrix, type Rectangle } from '../file/display.ts';
import type { OpenPage, OpenPdf } from '../file/open-pdf.ts';
import { numbers, type Resolve } from '../file/page-box.ts';
import type { Stamper, StampField } from './stamp.ts';
import { formOf } from './stamp-form.ts';

/**
 * Ground of a value. `as it is`: what the field shows now, which held no value. `empty`: nothing of that, because it
 * shows an old value.
 */
export type Ground = 'as it is' | 'empty';

/** A field's annotation on a page. */
interface Target {
  document: OpenPdf;
  stamper: Stamper;
  page: OpenPage;
  widget: PdfDict;
}

/** Draws fields as the appearance of an annotation, within its rectangle. Returns the form. */
export const drawWidget = (
  { document: { pdf, resolve }, stamper, page, widget }: Target,
  fields: readonly StampField[],
  ground: Ground,
): PdfRef => {
  const box = rectOf(widget, resolve);
  const drawn = new PdfDict();
  const canvas = new Canvas(pdf, drawn, stamper.fonts);
  const present = ground === 'as it is' ? presentLook(widget, box, resolve) : undefined;
  if (present) canvas.form(present.ref, present.matrix);
  else if (ground === 'empty') drawGround(canvas, widget, box, resolve);
  canvas.transform(displayMatrix(page.box), () => stamper.draw(canvas, fields));
  canvas.finish();
  return formOf(drawn, box, resolve);
};

const rectOf = (widget: PdfDict, resolve: Resolve): Rectangle => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(widget.get('Rect', resolve), 4, resolve) ?? [];
  return { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) };
};

/** The present look of an annotation, and the matrix that brings it into its rectangle (ISO 32000-2 section 12.5.5). */
const presentLook = (
  widget: PdfDict,
  box: Rectangle,
  resolve: Resolve,
): { ref: PdfRef; matrix: Matrix } | undefined => {
  const looks = widget.getDict('AP', resolve);
  const normal = looks?.get('N', resolve);
  const state = widget.getName('AS', resolve)?.value ?? 'Off';
  const isOne = normal instanceof PdfStream;
  const ref = isOne ? looks?.getRef('N') : normal instanceof PdfDict ? normal.getRef(state) : undefined;
  const form = ref && resolve(ref);
  const bounds = form instanceof PdfStream ? numbers(form.get('BBox', resolve), 4, resolve) : undefined;
  if (!ref || !bounds) return undefined;
  const [a, b, c, d, e, f] = (numbers((form as PdfStream).get('Matrix', resolve), 6, resolve) ?? IDENTITY) as Matrix;
  const [x0, y0, x1, y1] = bounds as [number, number, number, number];
  const corners = [x0, x1].flatMap((x) => [y0, y1].map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (!(width > 0 && height > 0)) return undefined;
  const [across, up] = [(box.right - box.left) / width, (box.top - box.bottom) / height];
  return { ref, matrix: [across, 0, 0, up, box.left - left * across, box.bottom - bottom * up] };
};

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const WHITE: Colour = [1, 1, 1];

/**
 * The field's colours, white without one. A page may show something beneath an old value: what stands in a box is what
 * was filled in, and nothing that the value hid.
 */
const drawGround = (canvas: Canvas, widget: PdfDict, box: Rectangle, resolve: Resolve): void => {
  const colours = widget.getDict('MK', resolve);
  const { left, bottom, right, top } = box;
  canvas.rectangle(
    { x: left, y: bottom, width: right - left, height: top - bottom },
    colourOf(colours?.get('BG', resolve), resolve) ?? WHITE,
  );
  const border = colourOf(colours?.get('BC', resolve), resolve);
  if (!border) return;
  const thickness = widget.getDict('BS', resolve)?.get('W', resolve);
  const width = thickness instanceof PdfNumber ? thickness.value : 1;
  if (!(width > 0)) return;
  const [x0, y0, x1, y1] = [left + width / 2, bottom + width / 2, right - width / 2, top - width / 2];
  canvas.stroke(
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
      [x0, y0],
    ],
    width,
    border,
  );
};

/** A colour in shades of grey, or in red, green and blue. */
const colourOf = (value: unknown, resolve: Resolve): Colour | undefined => {
  const parts = value instanceof PdfArray ? numbers(value, value.length, resolve) : undefined;
  if (parts?.length === 1) return [parts[0] as number, parts[0] as number, parts[0] as number];
  return parts?.length === 3 ? (parts as [number, number, number]) : undefined;
};
