import { PDF } from '@libpdf/core';
import { Canvas, type Colour } from './canvas.ts';
import type { Spoken } from './certificate-words.ts';
import { wrap } from './fit-text.ts';
import { type Fonts, openFonts, type Weight } from './fonts.ts';
import { savePdf } from './open.ts';
import { embedPicture, type Picture } from './picture.ts';

export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 48;
export const WIDTH = PAGE.width - 2 * MARGIN;
/** The footer begins below this. */
const BOTTOM = 62;

export const INK: Colour = [0.1, 0.12, 0.16];
export const MUTED: Colour = [0.4, 0.43, 0.48];
export const RULE: Colour = [0.85, 0.87, 0.9];
export const SHADE: Colour = [0.955, 0.962, 0.975];
export const ACCENT: Colour = [0.08, 0.32, 0.42];

const BODY = 8;
export const SMALL = 6.5;
export const LEADING = 1.4;
export const CELL_PADDING = 5;

/** Farthest extent of a line's marks, as multiples of the size. Only texts made for it have more. */
const FARTHEST = 5;

/** A text of one style, to be broken into lines. */
export interface Part {
  text: string;
  size?: number;
  weight?: Weight;
  colour?: Colour;
  /** The paragraph of which the text is a line. */
  of?: string;
}

/** One column of a row: its parts from top to bottom. */
export interface Column {
  x: number;
  width: number;
  parts: Part[];
}

/** A placed line: its distance from the column's left edge, and its baseline and end below the column's top. */
interface SetLine {
  text: string;
  of: string;
  indent: number;
  above: number;
  height: number;
}

/** Fills pages from top to bottom. `top` is the position of the next block. */
export class Layout {
  readonly #pdf = PDF.create();
  readonly #fonts: Fonts;
  readonly #lines = new WeakMap<Part, { width: number; lines: SetLine[] }>();
  readonly #canvases: Canvas[] = [];
  readonly spoken: Spoken;
  #canvas: Canvas;
  top = 0;

  constructor(spoken: Spoken) {
    this.spoken = spoken;
    this.#fonts = openFonts(this.#pdf, spoken.language);
    this.#canvas = this.breakPage();
  }

  get canvas(): Canvas {
    return this.#canvas;
  }

  breakPage(): Canvas {
    const page = this.#pdf.addPage({ size: 'a4' });
    this.#canvas = new Canvas(this.#pdf, page.dict, this.#fonts);
    this.#canvases.push(this.#canvas);
    this.top = PAGE.height - MARGIN;
    return this.#canvas;
  }

  /** The left edge of a block that begins at `x` in a text from left to right; in one from right to left it is mirrored. */
  place(x: number, width: number): number {
    return this.spoken.direction === 'rtl' ? PAGE.width - x - width : x;
  }

  /** Begins a new page unless `height` is left on this one. */
  reserve(height: number): void {
    if (this.top - height < BOTTOM) this.breakPage();
  }

  /** Breaks a part into lines for a column of this width. */
  lines(part: Part, width: number): SetLine[] {
    const { text, size = BODY, weight } = part;
    const known = this.#lines.get(part);
    if (known?.width === width) return known.lines;
    const line = (text: string, of: string) => this.#fonts.line(text, { weight, of: part.of ?? of });
    const broken = wrap(text, width / size, (text, of) => line(text, of).width);
    // A value of one line stays beside its label; a right-to-left text begins at the right.
    const aside = broken.length > 1 || part.of !== undefined;
    const lines = broken.map(({ text, of }): SetLine => {
      const { above, below, width: natural } = line(text, of);
      const up = Math.min(Math.max(1, above), FARTHEST);
      const down = Math.min(Math.max(LEADING - 1, below), FARTHEST);
      const rightmost = this.spoken.direction === 'rtl' || (aside && this.#fonts.direction(part.of ?? of) === 'rtl');
      const indent = rightmost ? width - size * natural : 0;
      return { text, of: part.of ?? of, indent, above: size * up, height: size * (up + down) };
    });
    this.#lines.set(part, { width, lines });
    return lines;
  }

  width(text: string, size: number, weight?: Weight): number {
    return size * this.#fonts.line(text, { weight }).width;
  }

  embed(png: Uint8Array): Picture {
    return embedPicture(this.#pdf, png);
  }

  async finish({ title, footer }: { title: string; footer: string }, madeAt: Date): Promise<Uint8Array> {
    this.#canvases.forEach((canvas, index) => {
      const count = this.spoken.say('page', { page: index + 1, pages: this.#canvases.length });
      const size = SMALL;
      canvas.rectangle({ x: MARGIN, y: 50, width: WIDTH, height: 0.5 }, RULE);
      canvas.text(footer, { x: this.place(MARGIN, this.width(footer, size)), y: 38, size, colour: MUTED });
      const width = this.width(count, size);
      const x = this.place(PAGE.width - MARGIN - width, width);
      canvas.text(count, { x, y: 38, size, colour: MUTED });
      canvas.finish();
    });
    this.#fonts.write();
    const dates = { creationDate: madeAt, modificationDate: madeAt };
    const { language } = this.spoken;
    const maker = { author: 'Countersign', creator: 'Countersign', producer: 'Countersign' };
    this.#pdf.setMetadata({ title, ...maker, ...dates, language });
    const pdf = this.#pdf;
    return savePdf({ pdf, resolve: (ref) => pdf.getObject(ref) });
  }
}

const partHeight = (layout: Layout, part: Part, width: number): number =>
  layout.lines(part, width).reduce((sum, { height }) => sum + height, 0);

export const columnHeight = (layout: Layout, { parts, width }: Column): number =>
  parts.reduce((sum, part) => sum + partHeight(layout, part, width), 0);

/** Draws a column from `top` downwards. */
export const drawColumn = (layout: Layout, column: Column, top: number): void => {
  let y = top;
  const left = layout.place(column.x, column.width);
  for (const part of column.parts) {
    const { size = BODY, weight, colour = INK } = part;
    for (const { text, of, indent, above, height } of layout.lines(part, column.width)) {
      layout.canvas.text(text, { x: left + indent, y: y - above, size, weight, colour, of });
      y -= height;
    }
  }
};

/** Draws columns side by side with a rule below. A row taller than a page is cut into smaller ones. */
export const drawRow = (layout: Layout, columns: Column[], options: { shaded?: boolean } = {}): void => {
  const height = Math.max(...columns.map((column) => columnHeight(layout, column))) + 2 * CELL_PADDING;
  if (height > PAGE.height - MARGIN - BOTTOM) {
    for (const piece of splitRow(layout, columns)) drawRow(layout, piece, options);
    return;
  }
  layout.reserve(height);
  const row = { x: MARGIN, y: layout.top - height, width: WIDTH, height };
  if (options.shaded) layout.canvas.rectangle(row, SHADE);
  for (const column of columns) drawColumn(layout, column, layout.top - CELL_PADDING);
  layout.canvas.rectangle({ ...row, height: 0.5 }, RULE);
  layout.top -= height;
};

/** Splits the lines of the columns into rows of about a third of a page. */
const splitRow = (layout: Layout, columns: Column[]): Column[][] => {
  const pieces = columns.map((column): Part[][] => {
    const dealt: Part[][] = [];
    let room = 0;
    for (const part of column.parts) {
      for (const { text, of, height } of layout.lines(part, column.width)) {
        if (height > room || dealt.length === 0) {
          dealt.push([]);
          room = PAGE.height / 3;
        }
        dealt.at(-1)?.push({ ...part, text, of });
        room -= height;
      }
    }
    return dealt;
  });
  const rows = Math.max(...pieces.map((dealt) => dealt.length));
  return [...Array(rows).keys()].map((row) =>
    columns.map((column, index) => ({ ...column, parts: pieces[index]?.[row] ?? [] })),
  );
};

export const drawHeading = (layout: Layout, text: string, needed: number): void => {
  layout.reserve(34 + needed);
  layout.top -= 22;
  const x = layout.place(MARGIN, layout.width(text, 11, 'bold'));
  layout.canvas.text(text, { x, y: layout.top, size: 11, weight: 'bold', colour: ACCENT });
  layout.top -= 6;
  layout.canvas.rectangle({ x: MARGIN, y: layout.top, width: WIDTH, height: 1 }, ACCENT);
};

/** Columns that share the width by weights, with a gap between them. */
export const columnsOf = (...cells: { share: number; parts: Part[] }[]): Column[] => {
  const total = cells.reduce((sum, { share }) => sum + share, 0);
  const gap = 8;
  let x = MARGIN + CELL_PADDING;
  return cells.map(({ share, parts }) => {
    const width = ((WIDTH - 2 * CELL_PADDING) * share) / total;
    const column = { x, width: width - gap, parts };
    x += width;
    return column;
  });
};

export const label = (text: string): Part => ({ text, size: SMALL, colour: MUTED });
