import { randomBytes } from 'node:crypto';
import type { PDF, PdfRef } from '@libpdf/core';
import { FIELD_KINDS, hasLines, type ValueForm } from '../../fields/kinds.ts';
import type { FieldType } from '../../fields/types.ts';
import { Canvas } from '../content/canvas.ts';
import { drawLines } from '../content/draw-lines.ts';
import { embedPicture, type Picture } from '../content/picture.ts';
import { type Box, displayMatrix } from '../file/display.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { LINE_HEIGHT } from '../fonts/fit-text.ts';
import { type Fonts, openFonts } from '../fonts/fonts.ts';

/** A filled field for a page. Boxes are in points of the displayed page, `x,y` their lower left corner. */
export interface StampField extends Box {
  /** 1-based; 0: the field has no place in the document, and isn't stamped. */
  page: number;
  type: FieldType;
  /** The text to draw; of a box or a radio button `"true"` for a mark. Nothing is drawn for `""`. */
  value: string;
  /** The PNG of a signature or of initials. */
  image?: Uint8Array;
  /** The group of a radio button. It doesn't change the drawing. */
  group?: string;
  /** True if a textbox may break its text into lines; a textarea always does. */
  multiline?: boolean;
  /** The small print under a signature: the signer and the time, in one line or two. */
  caption?: string;
  /**
   * The field of the document's own form that holds the value: its name, and the value as it is kept. Only a document
   * that is signed already has its form still.
   */
  form?: { name: string; value: string };
  /** True for a text in the middle of its box. */
  centred?: boolean;
}

const LARGEST_TEXT = 11;
const LARGEST_AREA_TEXT = 10;
const LARGEST_CAPTION = 5;

/** Texts that the fields may show, for `prepareTexts`. */
export const textsOf = (fields: readonly StampField[]): (string | undefined)[] =>
  fields.flatMap(({ value, caption }) => [value, caption]);

/** Bytes that nobody guesses. */
const SECRET = 8;

/**
 * Makes the beginning of names for what stamps add to a page's resources. It is new each time: otherwise a document
 * could name somebody's signature before that is there, and show it wherever it wants.
 */
export const newNames = (): string => `Cs${randomBytes(SECRET).toString('hex')}`;

/**
 * Draws the values of fields on an open document, which the caller saves. Announce their texts to `prepareTexts` first.
 * `names` begins all names that it adds. Returns the changed pages; the others are not even read.
 */
export const stampDocument = (document: OpenPdf, fields: readonly StampField[], names = newNames()): PdfRef[] => {
  const { pdf, pages } = document;
  if (document.repaired) throw new Error('A document is repaired when it is accepted, not when it is stamped');
  const { fonts, draw } = openStamper(pdf);
  const changed = [...shownByPage(fields)].map(([number, ours]) => {
    const page = pages[number - 1];
    if (!page) throw new Error(`A field stands on page ${number} of a document of ${pages.length}`);
    const canvas = new Canvas(pdf, page.dict, fonts, names);
    canvas.transform(displayMatrix(page.box), () => draw(canvas, ours));
    canvas.finish();
    return page.ref;
  });
  fonts.write();
  return changed;
};

/** Draws fields of one document, whose fonts and pictures they share. Write the fonts at the end. */
export interface Stamper {
  fonts: Fonts;
  draw: (canvas: Canvas, fields: readonly StampField[]) => void;
}

/** Makes ready to draw fields on a document. */
export const openStamper = (pdf: PDF): Stamper => {
  const fonts = openFonts(pdf);
  const images = new Map<Uint8Array, Picture>();
  const embed = (png: Uint8Array): Picture => {
    const image = images.get(png) ?? embedPicture(pdf, png);
    images.set(png, image);
    return image;
  };
  return {
    fonts,
    draw: (canvas, fields) => {
      for (const field of fields) drawField(canvas, field, fonts, embed);
    },
  };
};

/** Fields that draw something, by page number. */
export const shownByPage = (fields: readonly StampField[]): Map<number, StampField[]> =>
  Map.groupBy(
    fields.filter(({ page, value }) => page !== 0 && value !== ''),
    ({ page }) => page,
  );

type Draw = (canvas: Canvas, field: StampField, fonts: Fonts, embed: (png: Uint8Array) => Picture) => void;

const drawField: Draw = (canvas, field, fonts, embed) =>
  DRAWN[FIELD_KINDS[field.type].value](canvas, field, fonts, embed);

const drawValue: Draw = (canvas, field, fonts) => drawText(canvas, field, field.value, fonts);

const DRAWN: Record<ValueForm, Draw> = {
  text: drawValue,
  date: drawValue,
  option: drawValue,
  tick: (canvas, field) => {
    if (field.value === 'true') drawCheckMark(canvas, field);
  },
  choice: (canvas, { x, y, width, height, value }) => {
    if (value === 'true') canvas.disc(x + width / 2, y + height / 2, Math.min(width, height) * 0.3);
  },
  ink: (canvas, field, fonts, embed) => {
    if (field.image) drawSignature(canvas, field, embed(field.image), fonts);
    else drawText(canvas, field, field.value, fonts);
  },
  file: drawValue,
  moment: drawValue,
  none: drawValue,
};

const drawCheckMark = (canvas: Canvas, { x, y, width, height }: StampField): void => {
  const side = Math.min(width, height);
  const [left, bottom] = [x + (width - side) / 2, y + (height - side) / 2];
  const point = (across: number, up: number) => [left + across * side, bottom + up * side] as const;
  canvas.stroke([point(0.18, 0.5), point(0.41, 0.24), point(0.82, 0.78)], side * 0.11);
};

const drawSignature = (canvas: Canvas, field: StampField, image: Picture, fonts: Fonts): void => {
  const lines = field.caption?.split('\n').length ?? 0;
  const captionHeight = lines * Math.min(field.height / 4, LARGEST_CAPTION * LINE_HEIGHT);
  const { x, y, width, height } = field;
  canvas.image(image, { x, y: y + captionHeight, width, height: height - captionHeight });
  if (!field.caption) return;
  const strip = { x, y, width, height: captionHeight };
  drawLines(canvas, strip, field.caption, { largest: LARGEST_CAPTION, multiline: lines > 1 }, fonts);
};

const drawText = (canvas: Canvas, field: StampField, text: string, fonts: Fonts): void => {
  const multiline = hasLines(field);
  const largest = multiline ? LARGEST_AREA_TEXT : Math.min(LARGEST_TEXT, field.height * 0.72);
  const padding = Math.min(2, field.width * 0.05);
  const box = { x: field.x + padding, y: field.y, width: field.width - 2 * padding, height: field.height };
  drawLines(canvas, box, text, { largest, multiline, ...(field.centred && { align: 'centre' }) }, fonts);
};
