import type { PDFiumModule } from '@hyzyla/pdfium';
import { type Ink, type Subpath, shapesOf } from '../detect/shapes.ts';
import { displayPoint, type Matrix, type PageBox, type Rectangle } from '../file/display.ts';

type DeclaredPdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/**
 * The functions of PDFium that the package exports but doesn't declare (fpdf_edit.h, fpdf_text.h,
 * fpdf_transformpage.h).
 */
type Pdfium = DeclaredPdfium & {
  _FPDF_GetPageBoundingBox(page: number, rectangle: number): number;
  _FPDFPage_GetRotation(page: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  _FPDFPageObj_GetStrokeWidth(object: number, width: number): number;
  _FPDFPageObj_GetFillColor(object: number, r: number, g: number, b: number, a: number): number;
  _FPDFPageObj_GetStrokeColor(object: number, r: number, g: number, b: number, a: number): number;
  _FPDFPageObj_GetDashCount(object: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  _FPDFPath_CountSegments(path: number): number;
  _FPDFPath_GetPathSegment(path: number, index: number): number;
  _FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number;
  _FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number;
  _FPDFPathSegment_GetType(segment: number): number;
  _FPDFPathSegment_GetClose(segment: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_IsGenerated(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  _FPDFText_GetCharBox(text: number, index: number, left: number, right: number, bottom: number, top: number): number;
};

/** PDFium's numbers for objects of a page (fpdf_edit.h), and for parts of a path. */
const [PATH, PICTURE, FORM] = [2, 3, 5];
const [LINE_TO, CURVE_TO, MOVE_TO] = [0, 1, 2];

/** Limits of what is read on a page: forms have a tenth of it, maps and drawings a hundred times as much. */
const MOST_CHARACTERS = 40_000;
const MOST_SEGMENTS = 30_000;
const MOST_OBJECTS = 20_000;
/** Drawings within drawings. */
const DEEPEST = 8;
/** Bytes for the results of PDFium's functions: six numbers, and one more for a pointer that isn't used. */
const BUFFER = 64;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Reads the characters, lines and boxes of a page as displayed: no annotations, no pictures. */
export const pageInk = (declared: DeclaredPdfium, page: number): Ink => {
  const pdfium = declared as Pdfium;
  const buffer = pdfium.wasmExports.malloc(BUFFER);
  const reader = new Reader(pdfium, page, buffer);
  const { paths, pictures } = reader.drawings();
  const ink = { ...reader.size, characters: reader.characters(), pictures, ...shapesOf(paths) };
  pdfium.wasmExports.free(buffer);
  return ink;
};

/** Share of a character's height that is no gap between words. */
const NO_GAP = 0.05;

/**
 * True for a character that begins where the one before it ends. PDFium guesses a blank between them where a file sets
 * them one by one.
 */
const touches = (before: Rectangle | undefined, { left, bottom, right, top }: Rectangle): boolean =>
  before !== undefined &&
  Math.min(top, before.top) > Math.max(bottom, before.bottom) &&
  Math.abs(left - before.right) < NO_GAP * (top - bottom) &&
  right > before.right;

/** Paths of a page that somebody can see, and the places of its pictures. */
interface Drawings {
  paths: Subpath[];
  pictures: Rectangle[];
}

class Reader {
  readonly size: { width: number; height: number };
  readonly #pdfium: Pdfium;
  readonly #page: number;
  readonly #buffer: number;
  readonly #box: Rectangle & Pick<PageBox, 'rotation'>;
  #segments = MOST_SEGMENTS;
  #objects = MOST_OBJECTS;

  constructor(pdfium: Pdfium, page: number, buffer: number) {
    this.#pdfium = pdfium;
    this.#page = page;
    this.#buffer = buffer;
    pdfium._FPDF_GetPageBoundingBox(page, buffer);
    const [left = 0, top = 0, right = 0, bottom = 0] = this.#floats(4);
    const rotation = (pdfium._FPDFPage_GetRotation(page) * 90) as PageBox['rotation'];
    this.#box = { left, top, right, bottom, rotation };
    const [width, height] = [right - left, top - bottom];
    this.size = rotation % 180 === 0 ? { width, height } : { width: height, height: width };
  }

  characters(): Ink['characters'] {
    const pdfium = this.#pdfium;
    const text = pdfium._FPDFText_LoadPage(this.#page);
    const count = Math.min(pdfium._FPDFText_CountChars(text), MOST_CHARACTERS);
    const characters: Ink['characters'] = [];
    let blank: 'none' | 'guessed' | 'written' = 'none';
    for (let index = 0; index < count; index++) {
      const code = pdfium._FPDFText_GetUnicode(text, index);
      if (code <= 0x20 || code > 0x10_ff_ff || code === 0xa0) {
        if (blank !== 'written') blank = pdfium._FPDFText_IsGenerated(text, index) ? 'guessed' : 'written';
        continue;
      }
      if (pdfium._FPDFText_IsGenerated(text, index)) continue;
      if (!pdfium._FPDFText_GetLooseCharBox(text, index, this.#buffer)) continue;
      const edges = this.#floats(4);
      const [left, top, right, bottom] = [edges[0] ?? 0, edges[1] ?? 0, edges[2] ?? 0, edges[3] ?? 0];
      const box = this.#displayed(left, bottom, right, top);
      if (!this.#isOnPage(box)) continue;
      const ink = needsInk(code) ? this.#inkOf(text, index) : null;
      const spaced = blank === 'written' || (blank === 'guessed' && !touches(characters.at(-1), box));
      characters.push({ text: String.fromCodePoint(code), spaced, ...box, ink });
      blank = 'none';
    }
    pdfium._FPDFText_ClosePage(text);
    return characters;
  }

  /** False for marks of printers beyond the page's edges. */
  #isOnPage({ left, bottom, right, top }: Rectangle): boolean {
    const { width, height } = this.size;
    return right > 0 && left < width && top > 0 && bottom < height;
  }

  #inkOf(text: number, index: number): Rectangle {
    const at = this.#buffer;
    this.#pdfium._FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24);
    const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(this.#pdfium.HEAPU8.buffer, at, 4);
    return this.#displayed(left, bottom, right, top);
  }

  drawings(): Drawings {
    const found: Drawings = { paths: [], pictures: [] };
    const count = this.#pdfium._FPDFPage_CountObjects(this.#page);
    for (let index = 0; index < count && this.#hasRoom(); index++)
      this.#read(this.#pdfium._FPDFPage_GetObject(this.#page, index), IDENTITY, 0, found);
    return found;
  }

  #hasRoom(): boolean {
    return this.#objects > 0 && this.#segments > 0;
  }

  #read(object: number, outer: Matrix, depth: number, found: Drawings): void {
    this.#objects--;
    const pdfium = this.#pdfium;
    const type = pdfium._FPDFPageObj_GetType(object);
    if (type !== PATH && type !== PICTURE && (type !== FORM || depth >= DEEPEST)) return;
    if (!pdfium._FPDFPageObj_GetMatrix(object, this.#buffer)) return;
    const matrix = times([...this.#floats(6)] as Matrix, outer);
    if (type === PATH) {
      this.#path(object, matrix, found.paths);
      return;
    }
    if (type === PICTURE) {
      const corners = [transformed(matrix, 0, 0), transformed(matrix, 1, 1)] as const;
      found.pictures.push(this.#displayed(...corners[0], ...corners[1]));
      return;
    }
    const count = pdfium._FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && this.#hasRoom(); index++)
      this.#read(pdfium._FPDFFormObj_GetObject(object, index), matrix, depth + 1, found);
  }

  #path(path: number, matrix: Matrix, found: Subpath[]): void {
    const pdfium = this.#pdfium;
    const paint = this.#paintOf(path, matrix);
    if (!paint) return;
    const count = pdfium._FPDFPath_CountSegments(path);
    this.#segments -= count;
    if (this.#segments < 0) return;
    let subpath: Subpath | undefined;
    let part = 0;
    for (let index = 0; index < count; index++) {
      const segment = pdfium._FPDFPath_GetPathSegment(path, index);
      const type = pdfium._FPDFPathSegment_GetType(segment);
      if (type !== MOVE_TO && type !== LINE_TO && type !== CURVE_TO) continue;
      pdfium._FPDFPathSegment_GetPoint(segment, this.#buffer, this.#buffer + 4);
      const [x = 0, y = 0] = this.#floats(2);
      if (type === MOVE_TO || !subpath) {
        subpath = { points: [], curved: false, closed: false, ...paint, part: part++ };
        found.push(subpath);
      }
      subpath.points.push(displayPoint(this.#box, ...transformed(matrix, x, y)));
      if (type === CURVE_TO) subpath.curved = true;
      if (pdfium._FPDFPathSegment_GetClose(segment)) subpath.closed = true;
    }
  }

  /** Undefined if nobody can see it. */
  #paintOf(path: number, matrix: Matrix): Pick<Subpath, 'stroke' | 'fill' | 'dashed'> | undefined {
    const pdfium = this.#pdfium;
    const at = this.#buffer;
    pdfium._FPDFPath_GetDrawMode(path, at, at + 4);
    const [filled, stroked] = this.#integers(2);
    const fill = filled && pdfium._FPDFPageObj_GetFillColor(path, at, at + 4, at + 8, at + 12) ? this.#light() : null;
    let stroke = 0;
    if (stroked && pdfium._FPDFPageObj_GetStrokeColor(path, at, at + 4, at + 8, at + 12)) {
      const light = this.#light();
      if (light !== null && light < WHITE && pdfium._FPDFPageObj_GetStrokeWidth(path, at)) {
        const [a, b, c, d] = matrix;
        const [width = 0] = this.#floats(1);
        stroke = Math.max(width * Math.sqrt(Math.abs(a * d - b * c)), HAIRLINE);
      }
    }
    if (stroke === 0 && fill === null) return undefined;
    return { stroke, fill, dashed: stroke > 0 && pdfium._FPDFPageObj_GetDashCount(path) > 0 };
  }

  /** Luminance of the colour in the buffer; null if it is transparent. */
  #light(): number | null {
    const [r = 0, g = 0, b = 0, a = 0] = this.#integers(4);
    return a < 16 ? null : (0.3 * r + 0.59 * g + 0.11 * b) / 255;
  }

  #floats(count: number): Float32Array {
    return new Float32Array(this.#pdfium.HEAPU8.buffer, this.#buffer, count);
  }

  #integers(count: number): Uint32Array {
    return new Uint32Array(this.#pdfium.HEAPU8.buffer, this.#buffer, count);
  }

  #displayed(left: number, bottom: number, right: number, top: number): Rectangle {
    const [x0, y0] = displayPoint(this.#box, left, bottom);
    const [x1, y1] = displayPoint(this.#box, right, top);
    return { left: Math.min(x0, x1), right: Math.max(x0, x1), bottom: Math.min(y0, y1), top: Math.max(y0, y1) };
  }
}

/**
 * Full stop, middle dot and underscore, whose ink may be a line; capitals and digits, which tell how high letters are
 * beside what their font claims; and all from the general punctuation on: signs, and scripts of the Far East.
 */
const needsInk = (code: number): boolean => /[.\u00b7_A-Z0-9]/u.test(String.fromCodePoint(code)) || code >= 0x20_00;

/** Lighter strokes can't be seen on paper. */
const WHITE = 0.97;
/** The thinnest line that is drawn, in points. */
const HAIRLINE = 0.25;

const transformed = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The matrix that does `first`, then `second`. */
const times = (first: Matrix, second: Matrix): Matrix => {
  const [a, b] = transformed([...second.slice(0, 4), 0, 0] as unknown as Matrix, first[0], first[1]);
  const [c, d] = transformed([...second.slice(0, 4), 0, 0] as unknown as Matrix, first[2], first[3]);
  return [a, b, c, d, ...transformed(second, first[4], first[5])];
};
