import { type PDF, PdfArray, PdfDict, type PdfRef, PdfStream } from '@libpdf/core';
import type { Box, Matrix } from '../file/display.ts';
import { operator } from '../file/number-text.ts';
import { inherited, type Resolve } from '../file/page-box.ts';
import type { Fonts, Weight } from '../fonts/fonts.ts';
import { showLine } from '../fonts/show-line.ts';
import { graphicsStateBalance } from './content-balance.ts';
import { contentStreams, decodedContent } from './page-content.ts';
import type { Picture } from './picture.ts';

/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

const BLACK: Colour = [0, 0, 0];

/** Place of a text: the left end of its baseline, in points. */
export interface TextPlace {
  x: number;
  y: number;
  size: number;
  weight?: Weight;
  colour?: Colour;
  /** The paragraph of which the text is a line. */
  of?: string;
}

/**
 * Draws on one page. Operators are collected, and `finish` adds them after the page's content, whatever graphics state
 * that ends in. Coordinates are the page's own, or those of the last `transform`.
 */
export class Canvas {
  readonly #pdf: PDF;
  readonly #page: PdfDict;
  readonly #fonts: Fonts;
  readonly #resolve: Resolve;
  readonly #names: string;
  readonly #operators: string[] = [];
  #resources: PdfDict | undefined;

  /** `names` begins the names of the resources that are added to the page. */
  constructor(pdf: PDF, page: PdfDict, fonts: Fonts, names = 'Cs') {
    this.#names = names;
    this.#pdf = pdf;
    this.#page = page;
    this.#fonts = fonts;
    this.#resolve = (ref) => pdf.getObject(ref);
  }

  get isEmpty(): boolean {
    return this.#operators.length === 0;
  }

  /** Draws in another coordinate system. */
  transform(matrix: Matrix, draw: () => void): void {
    this.#operators.push('q', operator(...matrix, 'cm'));
    draw();
    this.#operators.push('Q');
  }

  /** One line of text in any script. */
  text(text: string, { x, y, size, weight = 'regular', of, colour = BLACK }: TextPlace): void {
    const { runs } = this.#fonts.line(text, { weight, of });
    if (runs.length === 0) return;
    const shown = showLine(runs, size, weight, {
      font: (name) => this.#fonts.embedded(name),
      resource: (font) => this.#resource('Font', 'F', font.ref),
    });
    // Both colours: letters without a bold form are outlined.
    const stroke = weight === 'bold' ? [operator(...colour, 'RG')] : [];
    this.#operators.push('BT', operator(...colour, 'rg'), ...stroke, operator(x, y, 'Td'), ...shown, 'ET');
  }

  /** Marks what is drawn (ISO 32000-1 section 14.6) with a tag and properties. Returns false where nothing is drawn. */
  marked(tag: string, properties: string, draw: () => void): boolean {
    const before = this.#operators.push(`/${tag} <<${properties}>> BDC`);
    draw();
    const isDrawn = this.#operators.length > before;
    if (isDrawn) this.#operators.push('EMC');
    else this.#operators.pop();
    return isDrawn;
  }

  /** A filled rectangle. */
  rectangle(box: Box, colour: Colour): void {
    this.rectangles([box], colour);
  }

  /** Filled rectangles, as one path. */
  rectangles(boxes: readonly Box[], colour: Colour): void {
    const path = boxes.map(({ x, y, width, height }) => operator(x, y, width, height, 're'));
    this.#operators.push(operator('q', ...colour, 'rg', ...path, 'f', 'Q'));
  }

  /** A stroked path through the points, with round ends and joints. */
  stroke(points: readonly (readonly [x: number, y: number])[], thickness: number, colour: Colour = BLACK): void {
    const path = points.map(([x, y], index) => operator(x, y, index === 0 ? 'm' : 'l'));
    this.#operators.push(operator('q', ...colour, 'RG', thickness, 'w', 1, 'J', 1, 'j', ...path, 'S', 'Q'));
  }

  /** A filled circle, drawn as four Bézier curves. */
  disc(x: number, y: number, radius: number, colour: Colour = BLACK): void {
    const bend = radius * 0.5523;
    const curve = (...points: number[]): string => operator(...points, 'c');
    this.#operators.push(
      operator('q', ...colour, 'rg', x + radius, y, 'm'),
      curve(x + radius, y + bend, x + bend, y + radius, x, y + radius),
      curve(x - bend, y + radius, x - radius, y + bend, x - radius, y),
      curve(x - radius, y - bend, x - bend, y - radius, x, y - radius),
      curve(x + bend, y - radius, x + radius, y - bend, x + radius, y),
      'f Q',
    );
  }

  /** An image scaled to fit the box, in its proportions, centred. */
  image(image: Picture, box: Box): void {
    const scale = Math.min(box.width / image.width, box.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
    this.form(image.ref, [width, 0, 0, height, x, y]);
  }

  /** Draws an external object (image or form) through a matrix. */
  form(object: PdfRef, matrix: Matrix): void {
    const name = this.#resource('XObject', 'X', object);
    this.#operators.push(operator('q', ...matrix, 'cm', `/${name}`, 'Do', 'Q'));
  }

  /** Adds the drawing to the page. Call it once, at the end. */
  finish(): void {
    if (this.isEmpty) return;
    const existing = contentStreams(this.#page, this.#resolve);
    const drawn = `${this.#operators.join('\n')}\n`;
    if (existing.length === 0) {
      this.#page.set('Contents', this.#stream(drawn));
      return;
    }
    const { lowest, final } = graphicsStateBalance(decodedContent(existing, this.#resolve));
    const saves = 1 - lowest;
    const before = this.#stream('q\n'.repeat(saves));
    const after = this.#stream(`\n${'Q\n'.repeat(Math.max(0, saves + final))}${drawn}`);
    this.#page.set('Contents', PdfArray.of(before, ...existing, after));
  }

  #stream(content: string): PdfRef {
    return this.#pdf.register(new PdfStream([], Buffer.from(content, 'latin1')));
  }

  /** The page's name for an object; registered on first use. */
  #resource(category: 'Font' | 'XObject', kind: string, ref: PdfRef): string {
    const prefix = `${this.#names}${kind}`;
    this.#resources ??= ownResources(this.#page, this.#resolve);
    const entries = this.#resources.getDict(category) ?? new PdfDict();
    this.#resources.set(category, entries);
    for (const [name, value] of entries) {
      if (value === ref && name.value.startsWith(prefix)) return name.value;
    }
    let index = entries.size;
    while (entries.has(`${prefix}${index}`)) index++;
    entries.set(`${prefix}${index}`, ref);
    return `${prefix}${index}`;
  }
}

/**
 * Gives the page its own resources: pages often share or inherit them, and a name added for one page must not affect
 * another.
 */
const ownResources = (page: PdfDict, resolve: Resolve): PdfDict => {
  const shared = inherited(page, 'Resources', resolve);
  const own = shared instanceof PdfDict ? shared.clone() : new PdfDict();
  for (const category of ['Font', 'XObject']) {
    const entries = own.getDict(category, resolve);
    if (entries) own.set(category, entries.clone());
  }
  page.set('Resources', own);
  return own;
};
