import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import type { Canvas } from './canvas.ts';
import type { OpenPdf } from './open.ts';
import { type Matrix, numbers, type Resolve } from './page-box.ts';

/** Annotation flags (ISO 32000-2 table 167) that keep it off the screen: Hidden and NoView. */
const UNSEEN = 2 | 32;

/** The ReadOnly flag of a form field (ISO 32000-2 table 227). */
const READ_ONLY = 1;

/** Annotations that stay what they are: they have no appearance, and their actions are checked elsewhere. */
const KEPT = new Set(['Link']);

/** Annotations of which nothing but the appearance may remain: they hold scripts, media or other files. */
const MEDIA = new Set(['Widget', 'Popup', 'Screen', 'Movie', 'Sound', 'RichMedia', '3D', 'FileAttachment']);

/**
 * Generates the missing appearances of form fields that have a value, so that it stays visible once the form is gone.
 * Appearances that exist are kept as they are: they are what the page images showed to the signer.
 */
export const completeFormAppearances = ({ pdf }: OpenPdf): void => {
  const form = pdf.getForm();
  if (!form) return;
  const fields = [
    ...form.getTextFields(),
    ...form.getCheckboxes(),
    ...form.getRadioGroups(),
    ...form.getDropdowns(),
    ...form.getListBoxes(),
  ];
  for (const field of fields) {
    const complete = field.getWidgets().every((widget) => widget.hasNormalAppearance());
    if (complete || !field.getValue()) continue;
    // The library leaves fields alone that a reader may not change; this one nobody changes any more.
    field.acroField().set('Ff', PdfNumber.of(field.flags & ~READ_ONLY));
    form.acroForm().updateFieldAppearance(field);
  }
};

/**
 * Draws the annotations of a page, form fields included, into its content, each where and as it was seen, and takes
 * them away: nothing on the page can be filled in or moved afterwards. Links stay. So does an annotation that has no
 * appearance of its own, unless it could run something.
 */
export const flattenAnnotations = (page: PdfDict, canvas: Canvas, { pdf, catalog, resolve }: OpenPdf): void => {
  const annotations = page.get('Annots', resolve);
  if (!(annotations instanceof PdfArray)) return;
  const formResources = catalog.getDict('AcroForm', resolve)?.get('DR');
  const kept: PdfObject[] = [];

  for (const item of annotations) {
    const annotation = item instanceof PdfRef ? resolve(item) : item;
    if (!(annotation instanceof PdfDict)) continue;
    const subtype = annotation.getName('Subtype', resolve)?.value ?? '';
    const appearance = KEPT.has(subtype) ? undefined : normalAppearance(annotation, resolve);
    if (!appearance && !MEDIA.has(subtype)) {
      kept.push(item);
      continue;
    }
    const seen = ((annotation.getNumber('F', resolve)?.value ?? 0) & UNSEEN) === 0;
    if (appearance && seen && subtype !== 'Popup') {
      const stream = appearance instanceof PdfRef ? resolve(appearance) : appearance;
      if (stream instanceof PdfStream) {
        completeForm(stream, formResources);
        const matrix = placement(annotation, stream, resolve);
        const ref = appearance instanceof PdfRef ? appearance : pdf.register(stream);
        if (matrix) canvas.form(ref, matrix);
      }
    }
    // The structure tree may still point to it: an empty dictionary leads nowhere.
    for (const key of [...annotation.keys()]) annotation.delete(key);
  }

  if (kept.length === annotations.length) return;
  if (kept.length > 0) page.set('Annots', new PdfArray(kept));
  else page.delete('Annots');
};

/** The normal appearance (ISO 32000-2 section 12.5.5) in the annotation's current state. */
const normalAppearance = (annotation: PdfDict, resolve: Resolve): PdfRef | PdfStream | undefined => {
  const holder = annotation.getDict('AP', resolve);
  const entry = holder?.get('N');
  const value = holder?.get('N', resolve);
  if (value instanceof PdfStream) return entry instanceof PdfRef ? entry : value;
  if (!(value instanceof PdfDict)) return undefined;
  const state = annotation.getName('AS', resolve)?.value ?? 'Off';
  const chosen = value.get(state);
  const stream = value.get(state, resolve);
  if (!(stream instanceof PdfStream)) return undefined;
  return chosen instanceof PdfRef ? chosen : stream;
};

/** Writes down what viewers assume of an appearance, and require of a form XObject. */
const completeForm = (stream: PdfStream, formResources: PdfObject | undefined): void => {
  if (stream.getName('Subtype')?.value !== 'Form') stream.set('Subtype', PdfName.of('Form'));
  if (!stream.has('Type')) stream.set('Type', PdfName.XObject);
  if (!stream.has('Resources') && formResources) stream.set('Resources', formResources);
};

/**
 * The matrix that takes the appearance's box, as its own matrix bends it, to the annotation's rectangle (ISO 32000-2
 * section 12.5.5, algorithm 8.1). Undefined when there is nothing to see.
 */
const placement = (annotation: PdfDict, stream: PdfStream, resolve: Resolve): Matrix | undefined => {
  const rectangle = numbers(annotation.get('Rect', resolve), 4, resolve);
  const box = numbers(stream.get('BBox', resolve), 4, resolve);
  if (!rectangle || !box) return undefined;
  const [a, b, c, d, e, f] = (numbers(stream.get('Matrix', resolve), 6, resolve) ?? [1, 0, 0, 1, 0, 0]) as Matrix;
  const [x0, y0, x1, y1] = box as [number, number, number, number];
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ] as [number, number][];
  const from = bounds(corners.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]));
  const to = bounds([rectangle.slice(0, 2), rectangle.slice(2, 4)] as [number, number][]);
  if (from.width === 0 || from.height === 0) return undefined;
  const [across, up] = [to.width / from.width, to.height / from.height];
  return [across, 0, 0, up, to.x - from.x * across, to.y - from.y * up];
};

const bounds = (points: [number, number][]): { x: number; y: number; width: number; height: number } => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};
