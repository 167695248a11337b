import { likeness, type Shape, shapeIn } from './glyph-shapes.ts';
import type { PdfiumPage } from './pdfium-document.ts';

/** A sheet is a page with one glyph in each cell of a grid, in points: so large that its shape can be told. */
export const SHEET = { columns: 16, rows: 16, cell: 44, size: 24, left: 10, bottom: 14 } as const;
export const CELLS = SHEET.columns * SHEET.rows;
export const SHEET_SIDE = SHEET.columns * SHEET.cell;

/** Origin of the glyph in a cell. Cells are counted from the lower left corner. */
export const placeOf = (cell: number): { x: number; y: number } => ({
  x: (cell % SHEET.columns) * SHEET.cell + SHEET.left,
  y: Math.floor(cell / SHEET.columns) * SHEET.cell + SHEET.bottom,
});

/**
 * A glyph as viewers read it, and the sign that its picture shows where that is another one: `\ufffd` where it can't be
 * told which.
 */
export interface JudgedGlyph {
  text: string;
  shown?: string;
}

/** The sign for an unreadable one (Unicode: replacement character). */
const UNTOLD = '\ufffd';

/** The signs whose shapes are known. */
export const SIGNS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

/** The Latin letter or the digit that a text is; undefined for any other text. */
export const signOf = (text: string): string | undefined => {
  const plain = text.normalize('NFKC');
  return /^[0-9A-Za-z]$/.test(plain) ? plain : undefined;
};

/** Shapes of signs, each from several fonts. */
export class Shapes {
  readonly #shapes = new Map<string, Shape[]>(SIGNS.map((sign) => [sign, []]));

  /** Takes the shapes of a sheet that shows the signs, cell by cell. */
  learn(page: PdfiumPage): void {
    const picture = page.draw(SHEET_SIDE, SHEET_SIDE);
    for (const [cell, sign] of SIGNS.entries()) {
      const shape = shapeOf(picture, cell);
      if (shape) this.#shapes.get(sign)?.push(shape);
    }
  }

  /** The likeness of a shape to the most similar one of these signs. */
  like(shape: Shape, signs: Iterable<string>): number {
    let best = -1;
    for (const sign of signs) {
      for (const known of this.#shapes.get(sign) ?? []) best = Math.max(best, likeness(shape, known));
    }
    return best;
  }
}

const cellTexts = (page: PdfiumPage): string[] => {
  const texts: string[] = Array.from({ length: CELLS }, () => '');
  for (const { text, x, y } of page.characters()) {
    const cell = Math.floor(y / SHEET.cell) * SHEET.columns + Math.floor(x / SHEET.cell);
    if (texts[cell] !== undefined) texts[cell] += text;
  }
  return texts;
};

const shapeOf = (picture: ReturnType<PdfiumPage['draw']>, cell: number): Shape | undefined => {
  const row = SHEET.rows - 1 - Math.floor(cell / SHEET.columns);
  return shapeIn(picture, (cell % SHEET.columns) * SHEET.cell, row * SHEET.cell, SHEET.cell);
};

/** Compares what glyphs of a sheet are read as with what they show. */
export const judgeSheet = (page: PdfiumPage, known: Shapes, isDrawing: boolean): JudgedGlyph[] => {
  const texts = cellTexts(page);
  const picture = texts.some((text) => signOf(text)) ? page.draw(SHEET_SIDE, SHEET_SIDE) : undefined;
  return texts.map((text, cell) => {
    const said = signOf(text);
    const shape = said && picture && shapeOf(picture, cell);
    const shown = shape && otherSign(said, shape, known, isDrawing);
    return { text, ...(shown && { shown }) };
  });
};

/** Likeness from which a glyph shows its sign, whatever else it is like. */
const SURE = 0.88;
/**
 * Likeness that another sign must have, and by how much more than the sign that is read. Of 14 000 glyphs in fonts of
 * real files, these bounds take no digit and, but for drawings that are no letters, no letter for another one; they
 * tell nine of ten digits that are called another one.
 */
const DIGIT = { least: 0.8, more: 0.12 };
const LETTER = { least: 0.85, more: 0.5 };
/** A drawing (a glyph of a Type3 font) that is less like the digit that it is read as isn't that digit. */
const UNLIKE = 0.2;

const otherSign = (said: string, shape: Shape, known: Shapes, isDrawing: boolean): string | undefined => {
  const isDigit = DIGITS.test(said);
  const like = (sign: string): number => known.like(shape, isDigit ? sign + (ALIKE[sign] ?? '') : sign);
  const own = Math.max(like(said.toLowerCase()), like(said.toUpperCase()));
  if (own >= SURE) return undefined;
  let best: { sign: string; likeness: number } | undefined;
  for (const sign of SIGNS) {
    if (sign.toLowerCase() === said.toLowerCase()) continue;
    const { least, more } = isDigit && DIGITS.test(sign) ? DIGIT : LETTER;
    const found = like(sign);
    if (found >= least && found - own >= more && found > (best?.likeness ?? 0)) best = { sign, likeness: found };
  }
  return best?.sign ?? (isDigit && isDrawing && own < UNLIKE ? UNTOLD : undefined);
};

const DIGITS = /\d/;
/** Letters that look as digits do, where a digit is read: a bar is a 1, and a ring is a 0. */
const ALIKE: Readonly<Record<string, string>> = { 0: 'Oo', 1: 'Il' };
