import { type PDF, PdfDict, PdfStream } from '@libpdf/core';
import { displayPoint, type Matrix, type PageBox } from '../file/display.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { inherited, numbers, type Resolve } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';
import { numberIn, type Operand, type Operation, readOperations, SHOWING, shownItems } from './content-operations.ts';
import { pageContent } from './page-content.ts';
import { type ReadableFont, readFont } from './read-fonts.ts';

/** Content with text that can be read and removed: a page's, or that of a form that pages draw. */
export interface Source {
  content: Uint8Array;
  /** The form's stream, or the page. */
  owner: PdfStream | PdfDict;
  /** The operations of its content that affect text, once they were read. */
  operations?: Operation[];
}

/** One shown string of a content stream, with the data that removing a part of it needs. */
export interface Shown {
  source: Source;
  operation: Operation;
  /** Index of the string within its operation. */
  operand: Operand & { kind: 'string' };
  font: ReadableFont;
  /** Word and character spacing and the size, in the units of text space. */
  spacing: { character: number; word: number; size: number };
  marks: Marks | undefined;
}

/** The enclosing marked content, innermost first. */
export interface Marks {
  operation: Operation;
  /** The property list, if the operation names one of the resources. */
  properties: PdfDict | undefined;
  /** The page or the form whose content it is. */
  owner: PdfStream | PdfDict;
  outer: Marks | undefined;
}

/** A code of a shown string, with its place on the page as displayed. */
export interface Glyph {
  /** Usually one character; several for a ligature; empty if the font doesn't say. */
  text: string;
  /** The left end of its baseline, and the right one. */
  x: number;
  y: number;
  endX: number;
  endY: number;
  /** Font size, in points as displayed. */
  size: number;
  /** Direction of writing, in radians: 0 for text that is displayed upright. */
  angle: number;
  shown: Shown;
  /** The number of the code in its string. */
  index: number;
}

/** A page has more text than anybody reads: it is made to overload the reader. */
export class TooMuchTextError extends Error {}

const MOST_GLYPHS = 200_000;
const MOST_OPERATIONS = 5_000_000;
const MOST_FORMS = 10_000;
/** Forms draw forms; deeper nesting is a loop. */
const DEEPEST_FORM = 8;

/**
 * Reads the text of pages' contents, code by code, with forms and without annotations. Fonts are read once for all
 * pages, a page's text at each call. Throws `TooMuchTextError` for more than a page can sensibly hold.
 */
export const textReader = ({ pdf, pages, resolve }: OpenPdf): ((page: number) => Glyph[]) => {
  const fonts = new Map<PdfDict, ReadableFont>();
  const forms = new Map<PdfStream, Source>();
  return (page) => {
    const open = pages[page - 1];
    if (!open) return [];
    const { dict, box } = open;
    const reader = new Reader(pdf, resolve, box, fonts, forms);
    const resources = inherited(dict, 'Resources', resolve);
    const content = pageContent(dict, resolve);
    reader.run({ content, owner: dict }, resources instanceof PdfDict ? resources : new PdfDict(), START);
    return reader.glyphs;
  };
};

/**
 * Reads the text of drawings (form XObjects, appearances), in their own coordinates. Throws like `textReader`.
 */
export const drawingReader = ({
  pdf,
  resolve,
}: Pick<OpenPdf, 'pdf' | 'resolve'>): ((drawing: PdfStream) => Glyph[]) => {
  const fonts = new Map<PdfDict, ReadableFont>();
  const forms = new Map<PdfStream, Source>();
  return (drawing) => {
    const reader = new Reader(pdf, resolve, UPRIGHT, fonts, forms);
    const resources = drawing.getDict('Resources', resolve) ?? new PdfDict();
    reader.run({ content: decodedOrNothing(drawing), owner: drawing }, resources, START);
    return reader.glyphs;
  };
};

/** A page whose displayed coordinates are its own. */
const UPRIGHT: PageBox = { left: 0, bottom: 0, right: 0, top: 0, width: 0, height: 0, rotation: 0 };

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

interface GraphicsState {
  /** From the current user space to the page's own. */
  matrix: Matrix;
  font: ReadableFont | undefined;
  size: number;
  character: number;
  word: number;
  /** 1 for 100 %. */
  stretch: number;
  leading: number;
  rise: number;
}

const START: GraphicsState = {
  matrix: IDENTITY,
  font: undefined,
  size: 0,
  character: 0,
  word: 0,
  stretch: 1,
  leading: 0,
  rise: 0,
};

/** Applies `inner` first, then `outer`. */
const multiply = (inner: Matrix, outer: Matrix): Matrix => {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
};

/** Follows the operators that place and show text (ISO 32000-2 section 9.4) on one page. */
class Reader {
  readonly glyphs: Glyph[] = [];
  readonly #pdf: PDF;
  readonly #resolve: Resolve;
  readonly #box: PageBox;
  readonly #fonts: Map<PdfDict, ReadableFont>;
  readonly #forms: Map<PdfStream, Source>;
  #operations = 0;
  #runs = 0;
  #depth = 0;
  #marks: Marks | undefined;

  constructor(
    pdf: PDF,
    resolve: Resolve,
    box: PageBox,
    fonts: Map<PdfDict, ReadableFont>,
    forms: Map<PdfStream, Source>,
  ) {
    this.#pdf = pdf;
    this.#resolve = resolve;
    this.#box = box;
    this.#fonts = fonts;
    this.#forms = forms;
  }

  run(source: Source, resources: PdfDict, initial: GraphicsState): void {
    const operations = this.#operationsOf(source);
    this.#readFonts(operations, resources);
    this.#follow(operations, source, resources, initial);
  }

  /** A form that is drawn a thousand times is read once. */
  #operationsOf(source: Source): Operation[] {
    if (++this.#runs > MOST_FORMS) throw new TooMuchTextError();
    if (source.operations) return source.operations;
    const operations: Operation[] = [];
    readOperations(source.content, (operation) => {
      if (++this.#operations > MOST_OPERATIONS) throw new TooMuchTextError();
      if (HEEDED.has(operation.operator)) operations.push(operation);
    });
    source.operations = operations;
    return operations;
  }

  /** Fonts are read for all codes at once, which is what takes time. */
  #readFonts(operations: readonly Operation[], resources: PdfDict): void {
    const codes = new Map<ReadableFont, Set<number>>();
    const saved: (ReadableFont | undefined)[] = [];
    let font: ReadableFont | undefined;
    for (const operation of operations) {
      if (operation.operator === 'q') saved.push(font);
      else if (operation.operator === 'Q') font = saved.pop() ?? font;
      else if (operation.operator === 'Tf') font = this.#font(operation, resources);
      if (!font) continue;
      const seen = codes.get(font) ?? new Set();
      codes.set(font, seen);
      for (const { bytes } of stringsOf(operation)) for (const code of codesOf(bytes, font)) seen.add(code);
    }
    for (const [font, seen] of codes) font.read(seen);
  }

  #font({ operands }: Operation, resources: PdfDict): ReadableFont | undefined {
    const [name] = operands;
    if (name?.kind !== 'name') return undefined;
    const dict = resources.getDict('Font', this.#resolve)?.getDict(name.name, this.#resolve);
    if (!dict) return undefined;
    const font = this.#fonts.get(dict) ?? readFont(this.#pdf, dict, this.#resolve);
    this.#fonts.set(dict, font);
    return font;
  }

  #follow(operations: readonly Operation[], source: Source, resources: PdfDict, initial: GraphicsState): void {
    const saved: GraphicsState[] = [];
    const outer = this.#marks;
    let state = { ...initial };
    let line: Matrix = IDENTITY;
    let text: Matrix = IDENTITY;

    const startLine = (x: number, y: number): void => {
      line = multiply([1, 0, 0, 1, x, y], line);
      text = line;
    };
    const moveOn = (distance: number): void => {
      text = multiply([1, 0, 0, 1, distance * state.stretch, 0], text);
    };
    const show = (operation: Operation): void => {
      const { font, size, character, word, stretch } = state;
      if (!font) return;
      for (const operand of shownItems(operation)) {
        if (operand.kind === 'number') moveOn((-operand.value / 1000) * size);
        if (operand.kind !== 'string') continue;
        const shown = { source, operation, operand, font, spacing: { character, word, size }, marks: this.#marks };
        const baseline = this.#baseline(text, state);
        let distance = 0;
        codesOf(operand.bytes, font).forEach((code, index) => {
          const { text: meaning, width } = font.code(code);
          const end = distance + (width / 1000) * size * stretch;
          this.#add(meaning, baseline, distance, end, shown, index);
          distance = end + (character + (isSpace(code, font) ? word : 0)) * stretch;
        });
        text = multiply([1, 0, 0, 1, distance, 0], text);
      }
    };

    for (const operation of operations) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operation.operands.map(numberIn);
      switch (operation.operator) {
        case 'q':
          saved.push({ ...state });
          break;
        case 'Q':
          state = saved.pop() ?? state;
          break;
        case 'cm':
          state.matrix = multiply([a, b, c, d, e, f], state.matrix);
          break;
        case 'BT':
          line = IDENTITY;
          text = IDENTITY;
          break;
        case 'Tc':
          state.character = a;
          break;
        case 'Tw':
          state.word = a;
          break;
        case 'Tz':
          state.stretch = a / 100;
          break;
        case 'TL':
          state.leading = a;
          break;
        case 'Ts':
          state.rise = a;
          break;
        case 'Tf':
          state.font = this.#font(operation, resources);
          state.size = b;
          break;
        case 'Td':
          startLine(a, b);
          break;
        case 'TD':
          state.leading = -b;
          startLine(a, b);
          break;
        case 'Tm':
          line = [a, b, c, d, e, f];
          text = line;
          break;
        case 'T*':
          startLine(0, -state.leading);
          break;
        case 'Tj':
        case 'TJ':
          show(operation);
          break;
        case "'":
          startLine(0, -state.leading);
          show(operation);
          break;
        case '"':
          state.word = a;
          state.character = b;
          startLine(0, -state.leading);
          show(operation);
          break;
        case 'BMC':
        case 'BDC':
          this.#marks = {
            operation,
            properties: this.#properties(operation, resources),
            owner: source.owner,
            outer: this.#marks,
          };
          break;
        case 'EMC':
          if (this.#marks !== outer) this.#marks = this.#marks?.outer;
          break;
        case 'Do':
          this.#draw(operation, resources, state);
          break;
      }
    }
    this.#marks = outer;
  }

  #properties({ operands }: Operation, resources: PdfDict): PdfDict | undefined {
    const name = operands[1];
    if (name?.kind !== 'name') return undefined;
    return resources.getDict('Properties', this.#resolve)?.getDict(name.name, this.#resolve);
  }

  #draw({ operands }: Operation, resources: PdfDict, state: GraphicsState): void {
    const [name] = operands;
    if (name?.kind !== 'name' || this.#depth >= DEEPEST_FORM) return;
    const form = resources.getDict('XObject', this.#resolve)?.get(name.name, this.#resolve);
    if (!(form instanceof PdfStream) || form.getName('Subtype', this.#resolve)?.value !== 'Form') return;
    const source = this.#forms.get(form) ?? { content: decodedOrNothing(form), owner: form };
    this.#forms.set(form, source);
    const matrix = (numbers(form.get('Matrix', this.#resolve), 6, this.#resolve) ?? IDENTITY) as Matrix;
    this.#depth++;
    this.run(source, form.getDict('Resources', this.#resolve) ?? resources, {
      ...state,
      matrix: multiply(matrix, state.matrix),
    });
    this.#depth--;
  }

  /** The start of a string's baseline, and one unit of text space along it, as displayed. */
  #baseline(text: Matrix, { matrix, rise, size }: GraphicsState): Baseline {
    const toPage = multiply(text, matrix);
    const point = (x: number, y: number): [number, number] => {
      const [a, b, c, d, e, f] = toPage;
      return displayPoint(this.#box, a * x + c * y + e, b * x + d * y + f);
    };
    const [x, y] = point(0, rise);
    const [nextX, nextY] = point(1, rise);
    const [topX, topY] = point(0, rise + size);
    const [alongX, alongY] = [nextX - x, nextY - y];
    return { x, y, alongX, alongY, size: Math.hypot(topX - x, topY - y), angle: Math.atan2(alongY, alongX) };
  }

  #add(text: string, baseline: Baseline, from: number, to: number, shown: Shown, index: number): void {
    if (this.glyphs.length >= MOST_GLYPHS) throw new TooMuchTextError();
    const { x, y, alongX, alongY, size, angle } = baseline;
    this.glyphs.push({
      text,
      x: x + from * alongX,
      y: y + from * alongY,
      endX: x + to * alongX,
      endY: y + to * alongY,
      size,
      angle,
      shown,
      index,
    });
  }
}

interface Baseline {
  x: number;
  y: number;
  alongX: number;
  alongY: number;
  size: number;
  angle: number;
}

const HEEDED = new Set(
  ['q Q cm BT Tc Tw Tz TL Ts Tf Td TD Tm T* Tj TJ BMC BDC EMC Do', "'", '"'].flatMap((names) => names.split(' ')),
);

/** The strings that an operation shows. */
const stringsOf = (operation: Operation): (Operand & { kind: 'string' })[] =>
  SHOWING.has(operation.operator) ? shownItems(operation).filter((item) => item.kind === 'string') : [];

const codesOf = (bytes: Uint8Array, { codeLength }: ReadableFont): number[] => {
  if (codeLength === 1) return [...bytes];
  const codes: number[] = [];
  for (let at = 0; at < bytes.length; at += 2) codes.push(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  return codes;
};

/** Word spacing applies only to the one-byte code 32 (ISO 32000-2 section 9.3.3). */
export const isSpace = (code: number, { codeLength }: ReadableFont): boolean => codeLength === 1 && code === 32;
