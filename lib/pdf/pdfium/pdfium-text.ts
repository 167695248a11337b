import type { PDFiumModule } from '@hyzyla/pdfium';
import { displayPoint, type PageBox, type Rectangle } from '../file/display.ts';
import { type Tag, tagFinder } from './pdfium-tags.ts';

type DeclaredPdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** The functions of PDFium that the package exports but doesn't declare (fpdf_text.h, fpdf_transformpage.h). */
type Pdfium = DeclaredPdfium & {
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_IsGenerated(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number;
  _FPDF_GetPageBoundingBox(page: number, rectangle: number): number;
  _FPDFPage_GetRotation(page: number): number;
};

/** A text on one line of a page. */
export interface TextBox {
  text: string;
  /** Its lower left corner and its size, in points of the page as displayed. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Its first character's tag in a tagged file. */
  tag?: Tag | undefined;
}

/** The most characters that are read on one page. */
const MOST_CHARACTERS = 200_000;
/** A gap that begins a new column, as a multiple of the line's height. */
const COLUMN_GAP = 2;
/** A text this many times as large as the one before is on a line of its own: a title, not a raised letter. */
const OTHER_SIZE = 2;
/** FS_RECTF (fpdfview.h): left, top, right, bottom. */
const RECTANGLE = 16;

/**
 * A page's text in PDFium's reading order, with the text of forms that the page draws; not that of annotations and
 * pictures. Characters that no font maps to Unicode are left out.
 */
export const textBoxes = (declared: DeclaredPdfium, page: number): TextBox[] => {
  const pdfium = declared as Pdfium;
  const pointer = pdfium.wasmExports.malloc(RECTANGLE);
  const rectangle = (): Rectangle => {
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.HEAPU8.buffer, pointer, 4);
    return { left, top, right, bottom };
  };
  pdfium._FPDF_GetPageBoundingBox(page, pointer);
  const rotation = (pdfium._FPDFPage_GetRotation(page) * 90) as PageBox['rotation'];
  const display = displayed({ ...rectangle(), rotation });
  const text = pdfium._FPDFText_LoadPage(page);
  const tagOf = tagFinder(pdfium, page, text);
  const lines = new Lines();
  const count = Math.min(pdfium._FPDFText_CountChars(text), MOST_CHARACTERS);
  for (let index = 0; index < count; index++) {
    const character = characterOf(pdfium._FPDFText_GetUnicode(text, index));
    // PDFium adds spaces between words, and a line end after each line.
    if (pdfium._FPDFText_IsGenerated(text, index)) lines.separate(character);
    else if (pdfium._FPDFText_GetLooseCharBox(text, index, pointer))
      lines.add(character, display(rectangle()), tagOf(index));
  }
  pdfium._FPDFText_ClosePage(text);
  pdfium.wasmExports.free(pointer);
  return lines.boxes();
};

/** A character, and where its baseline begins, in the page's own points. */
export interface PlacedCharacter {
  text: string;
  x: number;
  y: number;
}

/** A page's characters one by one, as PDFium reads them. */
export const placedCharacters = (declared: DeclaredPdfium, page: number): PlacedCharacter[] => {
  const pdfium = declared as Pdfium;
  const pointer = pdfium.wasmExports.malloc(16);
  const text = pdfium._FPDFText_LoadPage(page);
  const characters: PlacedCharacter[] = [];
  const count = Math.min(pdfium._FPDFText_CountChars(text), MOST_CHARACTERS);
  for (let index = 0; index < count; index++) {
    if (pdfium._FPDFText_IsGenerated(text, index)) continue;
    if (!pdfium._FPDFText_GetCharOrigin(text, index, pointer, pointer + 8)) continue;
    const [x = 0, y = 0] = new Float64Array(pdfium.HEAPU8.buffer, pointer, 2);
    characters.push({ text: characterOf(pdfium._FPDFText_GetUnicode(text, index)), x, y });
  }
  pdfium._FPDFText_ClosePage(text);
  pdfium.wasmExports.free(pointer);
  return characters;
};

/** PDFium's characters for a hyphen that divides a word at a line end. */
const HYPHENS = [0x02, 0xff_fe];

/** Empty for a character without Unicode. PDFium returns the halves of surrogate pairs separately. */
const characterOf = (unicode: number): string => {
  if (HYPHENS.includes(unicode)) return '-';
  return unicode >= 0x20 && unicode <= 0x10_ff_ff ? String.fromCodePoint(unicode) : '';
};

const displayed =
  (page: Rectangle & Pick<PageBox, 'rotation'>) =>
  ({ left, top, right, bottom }: Rectangle): Rectangle => {
    const [x0, y0] = displayPoint(page, left, bottom);
    const [x1, y1] = displayPoint(page, right, top);
    return { left: Math.min(x0, x1), right: Math.max(x0, x1), bottom: Math.min(y0, y1), top: Math.max(y0, y1) };
  };

/** Combines characters into lines. */
class Lines {
  readonly #boxes: TextBox[] = [];
  #text = '';
  #bounds: Rectangle | undefined;
  #last: Rectangle | undefined;
  #tag: Tag | undefined;

  add(character: string, box: Rectangle, tag: Tag | undefined): void {
    const isBlank = character.trim() === '';
    if (this.#last && (gap(this.#last, box) > COLUMN_GAP * sideOf(box) || tag?.block !== this.#tag?.block)) this.#end();
    // A blank may be as wide as the page.
    if (this.#last && !isBlank && isOtherSize(this.#last, box)) this.#end();
    if (!this.#last) this.#tag = tag;
    this.#text += character;
    if (isBlank) return;
    this.#last = box;
    this.#bounds = this.#bounds ? around(this.#bounds, box) : box;
  }

  separate(character: string): void {
    if (character === ' ') this.#text += ' ';
    else this.#end();
  }

  boxes(): TextBox[] {
    this.#end();
    return this.#boxes;
  }

  #end(): void {
    const text = this.#text.trim();
    const bounds = this.#bounds;
    this.#text = '';
    this.#bounds = undefined;
    this.#last = undefined;
    if (!bounds) return;
    const { left, bottom, right, top } = bounds;
    this.#boxes.push({ text, x: left, y: bottom, width: right - left, height: top - bottom, tag: this.#tag });
  }
}

const isOtherSize = (last: Rectangle, box: Rectangle): boolean =>
  sideOf(box) > OTHER_SIZE * sideOf(last) || sideOf(last) > OTHER_SIZE * sideOf(box);

/** The larger of the horizontal and vertical distances between a box and the one before it. */
const gap = (a: Rectangle, b: Rectangle): number =>
  Math.max(b.left - a.right, a.left - b.right, b.bottom - a.top, a.bottom - b.top);

const sideOf = ({ left, bottom, right, top }: Rectangle): number => Math.max(right - left, top - bottom);

const around = (a: Rectangle, b: Rectangle): Rectangle => ({
  left: Math.min(a.left, b.left),
  bottom: Math.min(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
  top: Math.max(a.top, b.top),
});
