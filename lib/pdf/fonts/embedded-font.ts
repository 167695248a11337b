import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { type Drawing, subsetFont } from './subset-font.ts';
import { toUnicode } from './to-unicode.ts';
import type { TrueType } from './true-type.ts';

/** Widths in a PDF are in 1/1000 of the size. */
const THOUSAND = 1000;

/** Font descriptor flag (ISO 32000-2 table 121): a character set of its own. */
const SYMBOLIC = 4;

/**
 * A font of one document: a composite font (ISO 32000-2 section 9.7) with the used glyphs. A code means one or several
 * glyphs *and* the text that they show, so the same glyph may have several texts, and a ligature or a letter with marks
 * several characters.
 */
export class EmbeddedFont {
  readonly #pdf: PDF;
  readonly #font: TrueType;
  readonly #dict = new PdfDict();
  /** The font's reference in the document. */
  readonly ref: PdfRef;
  readonly #drawings: Drawing[] = [{ glyphs: [{ id: 0, x: 0, y: 0 }], advance: 0 }];
  readonly #numbers = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  /** By code: the number of a drawing, and its text. */
  readonly #meanings = [{ number: 0, text: '' }];

  constructor(pdf: PDF, font: TrueType) {
    this.#pdf = pdf;
    this.#font = font;
    this.ref = pdf.register(this.#dict);
  }

  /** Returns the two-byte code of a drawing that shows `text`. */
  code(drawing: Drawing, text: string): number {
    const { glyphs, advance } = drawing;
    const look = `${advance} ${glyphs.map(({ id, x, y }) => `${id},${x},${y}`).join(' ')}`;
    const key = `${look} ${text}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.get(look) ?? this.#drawings.push(drawing) - 1;
    this.#numbers.set(look, number);
    const code = this.#meanings.push({ number, text }) - 1;
    this.#codes.set(key, code);
    return code;
  }

  #width(number: number): number {
    return Math.round(((this.#drawings[number]?.advance ?? 0) * THOUSAND) / this.#font.unitsPerEm);
  }

  /** Writes the font. Call it once, after the last `code`. */
  write(): void {
    const file = subsetFont(this.#font, this.#drawings);
    const tag = [...createHash('sha256').update(file).digest().subarray(0, 6)]
      .map((byte) => String.fromCharCode(65 + (byte % 26)))
      .join('');
    const name = PdfName.of(`${tag}+${this.#font.name}`);
    const numbers = this.#meanings.map(({ number }) => number);
    const widths = numbers.map((number) => this.#width(number));
    const identical = numbers.every((number, code) => number === code);
    const descendant = PdfDict.of({
      Type: PdfName.Font,
      Subtype: PdfName.of('CIDFontType2'),
      BaseFont: name,
      CIDSystemInfo: PdfDict.of({
        Registry: PdfString.fromString('Adobe'),
        Ordering: PdfString.fromString('Identity'),
        Supplement: PdfNumber.of(0),
      }),
      FontDescriptor: this.#pdf.register(this.#descriptor(name, file)),
      W: PdfArray.of(PdfNumber.of(0), numberArray(widths)),
      CIDToGIDMap: identical ? PdfName.of('Identity') : this.#stream(Buffer.from(numbers.flatMap(twoBytes))),
    });
    const entries = {
      Type: PdfName.Font,
      Subtype: PdfName.of('Type0'),
      BaseFont: name,
      Encoding: PdfName.of('Identity-H'),
      DescendantFonts: PdfArray.of(this.#pdf.register(descendant)),
      ToUnicode: this.#stream(Buffer.from(toUnicode(this.#meanings.map(({ text }, code) => [code, text])), 'latin1')),
    };
    for (const [key, value] of Object.entries(entries)) this.#dict.set(key, value);
  }

  #descriptor(name: PdfName, file: Buffer): PdfDict {
    const [head, hhea] = [this.#font.table('head'), this.#font.table('hhea')];
    const scaled = (units: number): number => Math.round((units * THOUSAND) / this.#font.unitsPerEm);
    const ascent = scaled(hhea.readInt16BE(4));
    return PdfDict.of({
      Type: PdfName.of('FontDescriptor'),
      FontName: name,
      Flags: PdfNumber.of(SYMBOLIC),
      FontBBox: numberArray([36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at)))),
      ItalicAngle: PdfNumber.of(0),
      Ascent: PdfNumber.of(ascent),
      Descent: PdfNumber.of(scaled(hhea.readInt16BE(6))),
      CapHeight: PdfNumber.of(ascent),
      StemV: PdfNumber.of(80),
      FontFile2: this.#stream(file, { Length1: PdfNumber.of(file.length) }),
    });
  }

  #stream(data: Uint8Array, entries: Record<string, PdfNumber> = {}): PdfRef {
    const stream = PdfStream.fromDict({ ...entries, Filter: PdfName.of('FlateDecode') }, deflateSync(data));
    return this.#pdf.register(stream);
  }
}

const numberArray = (numbers: number[]): PdfArray => new PdfArray(numbers.map((number) => PdfNumber.of(number)));

const twoBytes = (value: number): [number, number] => [value >> 8, value & 0xff];
