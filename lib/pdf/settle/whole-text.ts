import { type PdfDict, PdfStream } from '@libpdf/core';
import type { Canvas } from '../content/canvas.ts';
import { type Operand, readOperations } from '../content/content-operations.ts';
import { drawLines } from '../content/draw-lines.ts';
import { drawingReader, type Glyph } from '../content/page-text.ts';
import { displayMatrix } from '../file/display.ts';
import { numberText } from '../file/number-text.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { numbers } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { graphemesOf } from '../fonts/line-breaks.ts';
import { MADE_HERE } from '../pdfium/pdfium-copy.ts';
import { annotationBox, type GivenText, givenText, squeezed } from './annotation-text.ts';
import { isEverywhere } from './letters.ts';

/** An appearance to be drawn in place of an annotation's own, with the text that it lacks. */
export interface WholeAppearance {
  /** The drawing without its text, or with plain numbers. */
  drawing: PdfStream;
  /** The text to be drawn over it. */
  text?: GivenText;
}

/** `kept`: the appearance shows all its text. */
type Judgement = WholeAppearance | 'kept' | 'incomplete';

/** In points: the end of a letter may exceed the box by so much. */
const BEYOND = 1;
/** The largest text of a field that leaves the size to the viewer, in points, and as a share of its height. */
const [LARGEST, LARGEST_AREA, OF_HEIGHT] = [20, 12, 0.7];
/** Distance of a comb's baseline from the middle of the box, as a share of the size. */
const COMB_DROP = 0.34;

/**
 * Finds appearances that don't hold the text of their annotation: PDFium makes them with the fonts of the form, and
 * leaves out the letters that these lack, or cuts the text off at the edge; and others use fonts that neither the file
 * nor PDFium has.
 */
export const textJudge = (document: OpenPdf): ((annotation: PdfDict, appearance: PdfStream) => Judgement) => {
  const { catalog, resolve } = document;
  const form = catalog.getDict('AcroForm', resolve);
  const read = drawingReader(document);
  return (annotation, appearance) => {
    const given = givenText(annotation, form, resolve);
    if (annotation.has(MADE_HERE)) {
      const plain = withPlainNumbers(appearance);
      if (!given) return plain ?? 'kept';
      const glyphs = read(appearance);
      if (given.kind === 'list') return showsList(glyphs, given) ? (plain ?? 'kept') : 'incomplete';
      if (showsAll(glyphs, given) && isWithin(glyphs, numbers(appearance.get('BBox', resolve), 4, resolve))) {
        return plain ?? 'kept';
      }
      return { drawing: withoutText(plain?.drawing ?? appearance), text: given };
    }
    if (!given || given.kind === 'list') return 'kept';
    const glyphs = read(appearance);
    if (
      glyphs.every(isShownAsSent) ||
      glyphs.some(({ text, shown }) => text === '' || shown.source.owner !== appearance)
    ) {
      return 'kept';
    }
    const text = glyphs.map((glyph) => glyph.text).join('');
    return {
      drawing: withoutText(appearance),
      text: squeezed(text) === squeezed(given.text) ? given : { ...given, text },
    };
  };
};

/** True if a viewer has the glyph: its font is in the file, or the letter in the fonts that all viewers bring along. */
const isShownAsSent = ({ text, shown }: Glyph): boolean => shown.font.program !== 'none' || isEverywhere(text);

/** Part of a font can't be relied on for letters that were written afterwards. */
const isShown = (glyph: Glyph): boolean =>
  glyph.shown.font.program === 'whole' || (glyph.shown.font.program === 'none' && isEverywhere(glyph.text));

const textOf = (glyphs: readonly Glyph[]): string => squeezed(glyphs.map(({ text }) => text).join(''));

const showsAll = (glyphs: readonly Glyph[], { text }: GivenText): boolean =>
  textOf(glyphs) === squeezed(text) && glyphs.every(isShown);

/** The box of a list may end before its last line. */
const showsList = (glyphs: readonly Glyph[], { text }: GivenText): boolean =>
  squeezed(text).startsWith(textOf(glyphs)) && glyphs.length > 0 && glyphs.every(isShown);

const isWithin = (glyphs: readonly Glyph[], box: number[] | undefined): boolean => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box ?? [];
  const [left, right] = [Math.min(x0, x1) - BEYOND, Math.max(x0, x1) + BEYOND];
  const [bottom, top] = [Math.min(y0, y1) - BEYOND, Math.max(y0, y1) + BEYOND];
  return glyphs.every(
    ({ text, x, endX, y, endY }) =>
      text.trim() === '' ||
      (Math.min(x, endX) >= left &&
        Math.max(x, endX) <= right &&
        Math.min(y, endY) >= bottom &&
        Math.max(y, endY) <= top),
  );
};

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A copy of the drawing with other content: several annotations may show the same one. */
const edited = (drawing: PdfStream, content: Uint8Array, edits: readonly Edit[]): PdfStream => {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(content.subarray(at, start), Buffer.from(text, 'latin1'));
    at = end;
  }
  const copy = new PdfStream([...drawing], drawing.data);
  copy.setData(Buffer.concat([...parts, content.subarray(at)]));
  return copy;
};

/** PDFium writes some numbers with exponents, which PDF doesn't have, and which it doesn't read itself. */
const withPlainNumbers = (drawing: PdfStream): WholeAppearance | undefined => {
  const content = decodedOrNothing(drawing);
  const edits: Edit[] = [];
  const visit = (operand: Operand): void => {
    const { start, end } = operand;
    if (operand.kind === 'array') operand.items.forEach(visit);
    else if (operand.kind === 'number' && content.subarray(start, end).includes(EXPONENT)) {
      edits.push({ start, end, text: numberText(operand.value) });
    }
  };
  readOperations(content, ({ operands }) => operands.forEach(visit));
  return edits.length > 0 ? { drawing: edited(drawing, content, edits) } : undefined;
};
const EXPONENT = 'e'.charCodeAt(0);

const withoutText = (drawing: PdfStream): PdfStream => {
  const content = decodedOrNothing(drawing);
  const edits: Edit[] = [];
  let begun: number | undefined;
  readOperations(content, ({ operator, start, end }) => {
    if (operator === 'BT') begun ??= start;
    if (operator !== 'ET' || begun === undefined) return;
    edits.push({ start: begun, end, text: '' });
    begun = undefined;
  });
  return edited(drawing, content, edits);
};

/** Draws the text of an annotation into its box: all of it, in fonts that have its letters. */
export const drawGivenText = (
  canvas: Canvas,
  annotation: PdfDict,
  given: GivenText,
  { resolve }: OpenPdf,
  fonts: Fonts,
): void => {
  const box = annotationBox(annotation, resolve);
  if (!box) return;
  const { rotation, colour } = given;
  const [across, up] = [box.right - box.left, box.top - box.bottom];
  const [width, height] = rotation % 180 === 0 ? [across, up] : [up, across];
  const padding = Math.min(given.padding, width / 4, height / 4);
  const inner = { x: padding, y: padding, width: width - 2 * padding, height: height - 2 * padding };
  const multiline = given.kind === 'area';
  const largest = given.size || Math.min(multiline ? LARGEST_AREA : LARGEST, height * OF_HEIGHT);
  canvas.transform(displayMatrix({ ...box, rotation }), () => {
    const letters = graphemesOf(given.text);
    if (given.kind !== 'comb' || letters.length > given.cells) {
      drawLines(canvas, inner, given.text, { largest, multiline, colour, align: given.align }, fonts);
      return;
    }
    const cell = width / given.cells;
    const size = Math.min(largest, height * OF_HEIGHT);
    letters.forEach((letter, index) => {
      const x = (index + 0.5) * cell - (fonts.line(letter).width * size) / 2;
      canvas.text(letter, { x, y: height / 2 - COMB_DROP * size, size, colour });
    });
  });
};
