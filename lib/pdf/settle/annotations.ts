import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { Canvas } from '../content/canvas.ts';
import type { Matrix } from '../file/display.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { annotationsOf, inherited, numbers, type Resolve } from '../file/page-box.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { FORM } from './active-content.ts';
import type { Layers } from './layers.ts';
import { drawGivenText, type textJudge } from './whole-text.ts';

/** Annotation flags (ISO 32000-2 table 167). */
const INVISIBLE = 1;
const HIDDEN = 2;
const NO_VIEW = 32;

/** Flags of buttons (ISO 32000-2 table 229). */
const PUSH_BUTTON = 1 << 16;

/** PDFium's frame around check boxes and radio buttons that have no appearance for their state. */
const FRAME = [0.667, 0.667, 0.667] as const;

/** Annotations that other viewers draw without an appearance, each in its own way, and PDFium doesn't draw. */
const DRAWN_ELSEWHERE = new Set(['FreeText', 'Line', 'Polygon', 'PolyLine', 'Caret']);

/** In points: writers of documents use this for links. A wider border would cover the page's content. */
const WIDEST_BORDER = 3;

/** Reason for changing a file that has annotations: the phrase. */
export const ANNOTATIONS = 'annotations became part of the pages';

/** Result of flattening a page: reasons for its changes, and a fault if it can't be used. */
export interface Flattened {
  /** Plain phrases; empty if nothing was changed. */
  reasons: string[];
  /** Annotations that no page shows any more once all pages are flattened: several may show the same one. */
  gone: PdfDict[];
  /** Annotations that the sent file's picture shows otherwise: their text was drawn anew, or they state no state. */
  redrawn: PdfDict[];
  /** Reason why viewers will show the page differently. */
  fault?: string;
}

/** Objects that one document's pages share. */
export interface Flattening {
  layers: Layers;
  fonts: Fonts;
  judge: ReturnType<typeof textJudge>;
}

/**
 * Draws the annotations of a page, form fields included, into its content as PDFium shows them on screen, and removes
 * them: nothing on the page can be filled, moved or hidden afterwards. Links stay, without an appearance. A text that
 * an appearance lacks is drawn (`whole-text.ts`): announce the texts to `prepareTexts` first.
 */
export const flattenAnnotations = (
  page: PdfDict,
  canvas: Canvas,
  document: OpenPdf,
  { layers, fonts, judge }: Flattening,
): Flattened => {
  const { pdf, resolve } = document;
  const list = page.get('Annots', resolve);
  if (!(list instanceof PdfArray)) return { reasons: [], gone: [], redrawn: [] };
  const reasons = new Set<string>();
  const kept: PdfObject[] = [];
  const gone: PdfDict[] = [];
  const redrawn: PdfDict[] = [];
  let fault: string | undefined;
  const all = annotationsOf(page, resolve).map((one) => ({ ...one, subtype: subtypeOf(one.annotation, resolve) }));

  const draw = (appearance: PdfRef | PdfStream, annotation: PdfDict): void => {
    const stream = appearance instanceof PdfRef ? resolve(appearance) : appearance;
    if (!(stream instanceof PdfStream)) return;
    completeForm(stream, page, resolve);
    const matrix = placement(annotation, stream, resolve);
    if (!matrix) return;
    const judged = judge(annotation, stream);
    if (judged === 'incomplete') fault ??= 'has a list with letters that its font lacks';
    if (typeof judged === 'string') {
      canvas.form(appearance instanceof PdfRef ? appearance : pdf.register(stream), matrix);
      return;
    }
    canvas.form(pdf.register(judged.drawing), matrix);
    if (judged.text) {
      drawGivenText(canvas, annotation, judged.text, document, fonts);
      reasons.add('texts were set in fonts that have all their letters');
    }
    redrawn.push(annotation);
  };

  // PDFium draws form fields last.
  for (const { item, annotation, subtype } of [
    ...all.filter(({ subtype }) => subtype !== 'Widget'),
    ...all.filter(({ subtype }) => subtype === 'Widget'),
  ]) {
    const appearance = normalAppearance(annotation, resolve);
    const flags = annotation.getNumber('F', resolve)?.value ?? 0;
    const seen = (flags & (HIDDEN | NO_VIEW)) === 0 && subtype !== 'Popup' && layers.isVisible(annotation.get('OC'));
    if (seen) {
      if (appearance) draw(appearance, annotation);
      else if (DRAWN_ELSEWHERE.has(subtype)) fault ??= `has a drawing (${subtype}) without an appearance`;
      if (subtype === 'Widget' && (flags & INVISIBLE) === 0 && lacksState(annotation, resolve)) {
        const frame = corners(annotation, resolve);
        // Other viewers show the appearance where PDFium draws its frame.
        if (appearance) redrawn.push(annotation);
        else if (frame) canvas.stroke(frame, 0, FRAME);
      }
    }
    if (subtype === 'Link') {
      kept.push(item);
      for (const reason of plainLink(annotation, resolve)) reasons.add(reason);
      continue;
    }
    reasons.add(subtype === 'Widget' ? FORM : ANNOTATIONS);
    gone.push(annotation);
  }

  if (kept.length === 0) page.delete('Annots');
  else if (reasons.size > 0 || kept.length < list.length) page.set('Annots', new PdfArray(kept));
  return { reasons: [...reasons], gone, redrawn, ...(fault && { fault }) };
};

const subtypeOf = (annotation: PdfDict, resolve: Resolve): string =>
  annotation.getName('Subtype', resolve)?.value ?? '';

/** Removes the visible parts of a link. Returns what they were. */
const plainLink = (link: PdfDict, resolve: Resolve): string[] => {
  const reasons: string[] = [];
  if (['AP', 'AS', 'OC', 'Popup'].filter((key) => link.delete(key)).length > 0) {
    reasons.push(ANNOTATIONS);
  }
  const style = link.getDict('BS', resolve)?.getNumber('W', resolve)?.value;
  const border = numbers(link.get('Border', resolve), 3, resolve)?.[2];
  if ((style ?? 0) > WIDEST_BORDER || (border ?? 0) > WIDEST_BORDER) {
    link.delete('BS');
    link.set('Border', new PdfArray([0, 0, 0].map((value) => PdfNumber.of(value))));
    reasons.push('borders of links were removed');
  }
  return reasons;
};

/**
 * The normal appearance (ISO 32000-2 section 12.5.5) for the annotation's current state; if it has none, for its
 * field's value, as in PDFium.
 */
const normalAppearance = (annotation: PdfDict, resolve: Resolve): PdfRef | PdfStream | undefined => {
  const holder = annotation.getDict('AP', resolve);
  const entry = holder?.get('N');
  const value = holder?.get('N', resolve);
  if (value instanceof PdfStream) return entry instanceof PdfRef ? entry : value;
  if (!(value instanceof PdfDict)) return undefined;
  const state = textOf(annotation, 'AS', resolve) || stateByValue(annotation, value, resolve);
  const chosen = value.get(state);
  const stream = value.get(state, resolve);
  if (!(stream instanceof PdfStream)) return undefined;
  return chosen instanceof PdfRef ? chosen : stream;
};

const stateByValue = (annotation: PdfDict, states: PdfDict, resolve: Resolve): string => {
  const parent = annotation.getDict('Parent', resolve);
  const value = textOf(annotation, 'V', resolve) || (parent ? textOf(parent, 'V', resolve) : '');
  return value && states.has(value) ? value : 'Off';
};

const textOf = (holder: PdfDict, key: string, resolve: Resolve): string => {
  const value = holder.get(key, resolve);
  if (value instanceof PdfName) return value.value;
  return value instanceof PdfString ? value.asString() : '';
};

/**
 * True for a check box or radio button that states no state, or one without an appearance: PDFium draws a frame for it.
 */
const lacksState = (widget: PdfDict, resolve: Resolve): boolean => {
  const type = inherited(widget, 'FT', resolve);
  const flags = inherited(widget, 'Ff', resolve);
  if (!(type instanceof PdfName) || type.value !== 'Btn') return false;
  if (flags instanceof PdfNumber && (flags.value & PUSH_BUTTON) !== 0) return false;
  const states = widget.getDict('AP', resolve)?.get('N', resolve);
  if (!(states instanceof PdfDict) || states instanceof PdfStream) return true;
  return !(states.get(textOf(widget, 'AS', resolve), resolve) instanceof PdfStream);
};

/** Adds the entries that viewers assume of an appearance, and that a form XObject requires. */
const completeForm = (stream: PdfStream, page: PdfDict, resolve: Resolve): void => {
  if (stream.getName('Subtype')?.value !== 'Form') stream.set('Subtype', PdfName.of('Form'));
  if (!stream.has('Type')) stream.set('Type', PdfName.XObject);
  const resources = stream.has('Resources') ? undefined : inherited(page, 'Resources', resolve);
  // A copy, because the page names its own forms differently.
  if (resources instanceof PdfDict) stream.set('Resources', resources.clone());
};

/**
 * The matrix that maps the appearance's box, transformed by its own matrix, to the annotation's rectangle (ISO 32000-2
 * section 12.5.5, algorithm 8.1). Undefined if nothing is visible.
 */
const placement = (annotation: PdfDict, stream: PdfStream, resolve: Resolve): Matrix | undefined => {
  const rectangle = markedRectangle(annotation, resolve) ?? numbers(annotation.get('Rect', resolve), 4, resolve);
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

const MARKUP = new Set(['Highlight', 'Underline', 'Squiggly', 'StrikeOut']);

/** PDFium places its appearances of marked text around the marks, whatever the annotation's rectangle is. */
const markedRectangle = (annotation: PdfDict, resolve: Resolve): number[] | undefined => {
  if (!MARKUP.has(subtypeOf(annotation, resolve))) return undefined;
  if (!annotation.getBool('PDFIUM_HasGeneratedAP', resolve)?.value) return undefined;
  const marks = annotation.getArray('QuadPoints', resolve);
  const all = marks && numbers(marks, marks.length - (marks.length % 8), resolve);
  if (!all || all.length === 0) return undefined;
  const [xs, ys] = [0, 1].map((parity) => all.filter((_, index) => index % 2 === parity));
  return [Math.min(...(xs ?? [])), Math.min(...(ys ?? [])), Math.max(...(xs ?? [])), Math.max(...(ys ?? []))];
};

const bounds = (points: [number, number][]): { x: number; y: number; width: number; height: number } => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};

/** Corners of an annotation's rectangle, in order. */
const corners = (annotation: PdfDict, resolve: Resolve): [x: number, y: number][] | undefined => {
  const rectangle = numbers(annotation.get('Rect', resolve), 4, resolve);
  if (!rectangle) return undefined;
  const [x0, y0, x1, y1] = rectangle as [number, number, number, number];
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
    [x0, y0],
  ];
};
