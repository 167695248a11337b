import { PDF, type PDFPage, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { Canvas, type Colour } from '../content/canvas.ts';
import { embedPicture, type Picture } from '../content/picture.ts';
import type { Box } from '../file/display.ts';
import { writeWhole } from '../file/write-file.ts';
import { wrap } from '../fonts/fit-text.ts';
import { type Fonts, openFonts, type Weight } from '../fonts/fonts.ts';
import { type AttachedFile, makeArchivable } from './archive.ts';
import { Outline } from './outline.ts';
import { type Element, type ElementOptions, type ElementType, StructureTree } from './structure.ts';
import type { Spoken } from './words.ts';

export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 48;
export const WIDTH = PAGE.width - 2 * MARGIN;
/** The footer begins below this. */
export const BOTTOM = 62;

export const INK: Colour = [0.1, 0.12, 0.16];
export const MUTED: Colour = [0.36, 0.39, 0.44];
export const RULE: Colour = [0.85, 0.87, 0.9];
export const SHADE: Colour = [0.955, 0.962, 0.975];
export const ACCENT: Colour = [0.08, 0.32, 0.42];

export const BODY = 8;
/** Hashes and labels have it: nothing is smaller. */
export const SMALL = 7;
export const LEADING = 1.4;

/** In milliseconds: hundreds of pages on a busy machine. No stranger made this file. */
const TIME_TO_WRITE = 60_000;

/** Farthest extent of a line's marks, as multiples of the size. Only texts made for it have more. */
const FARTHEST = 5;

/** Indent of a party's text, the width of the bar beside it, and its colour, which no text has. */
export const QUOTE = { indent: 6, bar: 1.6, colour: [0.91, 0.66, 0.22] as Colour };

/** A text of one style, to be broken into lines. */
export interface Part {
  text: string;
  size?: number;
  weight?: Weight;
  colour?: Colour;
  /** The paragraph of which the text is a line. */
  of?: string;
  /**
   * True for a text of a party (a name, a value). Each of its lines has a bar at its side, which no text can draw, so
   * that none passes for the platform's, however long it is and wherever it breaks.
   */
  isQuoted?: boolean;
  /** True for the name of what follows: both are one paragraph. */
  isLabel?: boolean;
  /** True where blanks only group a number for the eye: readers copy it without them. */
  isGrouped?: boolean;
}

/** A placed line: its distance from the column's left edge, and its baseline and end below the column's top. */
interface SetLine {
  text: string;
  of: string;
  indent: number;
  width: number;
  above: number;
  height: number;
}

/** Fills tagged pages from top to bottom. `top` is the position of the next block. */
export class Layout {
  readonly #pdf = PDF.create();
  readonly #fonts: Fonts;
  readonly #structure = new StructureTree(this.#pdf);
  readonly #outline = new Outline(this.#pdf);
  readonly #lines = new WeakMap<Part, { width: number; lines: SetLine[] }>();
  readonly #canvases: Canvas[] = [];
  /** Bars beside the texts of parties that are being drawn. */
  readonly #bars: Box[] = [];
  readonly spoken: Spoken;
  #canvas!: Canvas;
  #page!: PDFPage;
  #open: Element = this.#structure.root;
  top = 0;

  constructor(spoken: Spoken) {
    this.spoken = spoken;
    this.#fonts = openFonts(this.#pdf, spoken.language);
    this.breakPage();
  }

  /** The current page. Whatever is drawn on it has to be tagged, or an artifact. */
  get canvas(): Canvas {
    return this.#canvas;
  }

  breakPage(): void {
    const page = this.#pdf.addPage({ size: 'a4' });
    this.#structure.addPage(page);
    this.#page = page;
    this.#canvas = new Canvas(this.#pdf, page.dict, this.#fonts);
    this.#canvases.push(this.#canvas);
    this.top = PAGE.height - MARGIN;
  }

  /** Adds an element to the open one. */
  element(type: ElementType, options?: ElementOptions): Element {
    return this.#structure.add(this.#open, type, options);
  }

  /** Adds an element, and whatever `fill` adds goes into it. */
  inside<T>(type: ElementType, fill: () => T): T {
    const outer = this.#open;
    this.#open = this.element(type);
    try {
      return fill();
    } finally {
      this.#open = outer;
    }
  }

  /** Draws content of an element on the current page. */
  tagged(element: Element, draw: () => void): void {
    const number = this.#structure.nextNumber(this.#page);
    if (this.#canvas.marked(element.type, `/MCID ${number}`, draw)) this.#structure.addContent(element, this.#page);
    const bars = this.#bars.splice(0);
    if (bars.length > 0) this.artifact(() => this.#canvas.rectangles(bars, QUOTE.colour));
  }

  /** Adds an element to another one than the open one. */
  elementIn(parent: Element, type: ElementType): Element {
    return this.#structure.add(parent, type);
  }

  /** Draws what assistive technology skips: lines, shades, and what is repeated on each page. */
  artifact(draw: () => void, properties = '/Type /Layout'): void {
    this.#canvas.marked('Artifact', properties, draw);
  }

  /** Lists a heading at the current place among the document's bookmarks. */
  bookmark(title: string): void {
    this.#outline.add(title, this.#page, this.top);
  }

  /**
   * The left edge of a block that begins at `x` in a text from left to right; in one from right to left it is mirrored.
   */
  place(x: number, width: number): number {
    return this.spoken.direction === 'rtl' ? PAGE.width - x - width : x;
  }

  /** Begins a new page unless `height` is left on this one. Returns true if it did. */
  reserve(height: number): boolean {
    if (this.top - height >= BOTTOM) return false;
    this.breakPage();
    return true;
  }

  /** Breaks a part into lines for a column of this width. */
  lines(part: Part, width: number): SetLine[] {
    const { text, size = BODY, weight } = part;
    const known = this.#lines.get(part);
    if (known?.width === width) return known.lines;
    const line = (text: string, of: string) => this.#fonts.line(text, { weight, of: part.of ?? of });
    const room = width - (part.isQuoted ? QUOTE.indent : 0);
    const broken = wrap(text, room / size, (text, of) => line(text, of).width);
    // A value of one line stays beside its label; a right-to-left text begins at the right.
    const aside = broken.length > 1 || part.of !== undefined;
    const lines = broken.map(({ text, of }): SetLine => {
      const { above, below, width: natural } = line(text, of);
      const up = Math.min(Math.max(1, above), FARTHEST);
      const down = Math.min(Math.max(LEADING - 1, below), FARTHEST);
      const rightmost = this.spoken.direction === 'rtl' || (aside && this.#fonts.direction(part.of ?? of) === 'rtl');
      const indent = rightmost ? room - size * natural : 0;
      const set = { text, of: part.of ?? of, indent, width: size * natural };
      return { ...set, above: size * up, height: size * (up + down) };
    });
    this.#lines.set(part, { width, lines });
    return lines;
  }

  height(part: Part, width: number): number {
    return this.lines(part, width).reduce((sum, { height }) => sum + height, 0);
  }

  width(text: string, size: number, weight?: Weight): number {
    return size * this.#fonts.line(text, { weight }).width;
  }

  /** Draws a part from `top` downwards, within an element or an artifact. Returns its height. */
  part(part: Part, left: number, width: number, top: number): number {
    const { size = BODY, weight, colour = INK, isGrouped } = part;
    let y = top;
    const isAtRight = this.spoken.direction === 'rtl';
    const start = left + (part.isQuoted && !isAtRight ? QUOTE.indent : 0);
    for (const { text, of, indent, above, height } of this.lines(part, width)) {
      const draw = (): void => this.#canvas.text(text, { x: start + indent, y: y - above, size, weight, colour, of });
      if (part.isQuoted) {
        const x = isAtRight ? left + width - QUOTE.bar : left;
        this.#bars.push({ x, y: y - height, width: QUOTE.bar, height });
      }
      if (isGrouped) this.#canvas.marked('Span', `/ActualText (${text.replaceAll(' ', '')})`, draw);
      else draw();
      y -= height;
    }
    return top - y;
  }

  /** Draws a web address on one or more lines, each of which opens it. */
  link(url: string, part: Part, x: number, width: number): void {
    const left = this.place(x, width);
    const height = this.height(part, width);
    this.inside('P', () => {
      const element = this.element('Link');
      this.tagged(element, () => this.part(part, left, width, this.top));
      let y = this.top;
      for (const line of this.lines(part, width)) {
        const box = [left + line.indent, y - line.height, left + line.indent + line.width, y];
        this.#structure.addAnnotation(element, this.#page, linkTo(url, box));
        y -= line.height;
      }
    });
    this.top -= height;
  }

  embed(png: Uint8Array): Picture {
    return embedPicture(this.#pdf, png);
  }

  /** Writes the pages' feet, the structure and the fonts. Returns the file. Call it once, after all drawing. */
  async finish(texts: { title: string; footer: string }, madeAt: Date, attachment: AttachedFile): Promise<Uint8Array> {
    for (const [index, canvas] of this.#canvases.entries()) {
      this.#canvas = canvas;
      this.artifact(() => this.#drawFooter(texts.footer, index + 1), '/Type /Pagination /Subtype /Footer');
      canvas.finish();
    }
    this.#fonts.write();
    const pdf = this.#pdf;
    this.#structure.write(pdf.getCatalog());
    this.#outline.write(pdf.getCatalog());
    const { language } = this.spoken;
    makeArchivable(pdf, { title: texts.title, language, madeAt, attachment });
    return writeWhole({ pdf, resolve: (ref) => pdf.getObject(ref) }, TIME_TO_WRITE);
  }

  #drawFooter(footer: string, page: number): void {
    const canvas = this.#canvas;
    const count = this.spoken.say('page', { page, pages: this.#canvases.length });
    const size = SMALL;
    canvas.rectangle({ x: MARGIN, y: 50, width: WIDTH, height: 0.5 }, RULE);
    canvas.text(footer, { x: this.place(MARGIN, this.width(footer, size)), y: 38, size, colour: MUTED });
    const width = this.width(count, size);
    canvas.text(count, { x: this.place(PAGE.width - MARGIN - width, width), y: 38, size, colour: MUTED });
  }
}

/** Annotation flag (ISO 32000-1 table 165): Print. */
const PRINT = 4;

const linkTo = (url: string, box: readonly number[]): PdfDict =>
  PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Link'),
    Rect: new PdfArray(box.map((corner) => PdfNumber.of(corner))),
    Border: new PdfArray([0, 0, 0].map((width) => PdfNumber.of(width))),
    F: PdfNumber.of(PRINT),
    Contents: PdfString.fromString(url),
    A: PdfDict.of({ S: PdfName.of('URI'), URI: PdfString.fromString(url) }),
  });

/** The name of the value that follows. */
export const label = (text: string): Part => ({ text, size: SMALL, colour: MUTED, isLabel: true });

/** A text of a party, set apart from the platform's. */
export const quoted = (text: string, style: Pick<Part, 'size' | 'weight' | 'colour'> = {}): Part => ({
  ...style,
  text,
  isQuoted: true,
});

/** A hash in groups of eight digits, large enough to be read and compared by eye. */
export const hashPart = (hash: string): Part => ({
  text: (hash.match(/.{1,8}/g) ?? []).join(' '),
  size: SMALL,
  isGrouped: true,
});
