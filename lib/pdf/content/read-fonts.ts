import { type PDF, PDFPage, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import { numbers, type Resolve } from '../file/page-box.ts';
import { decodedOrNothing } from '../file/streams.ts';

/** Meaning of a font's code: its text, empty if unknown, and its advance in 1/1000 em. */
export interface FontCode {
  text: string;
  width: number;
}

/** A font as content streams use it. */
export interface ReadableFont {
  /** Bytes of one code: 2 in composite fonts, even for encodings with codes of several lengths. */
  codeLength: 1 | 2;
  /** The glyphs that the file holds: all of them, those of some letters, or none. */
  program: 'whole' | 'subset' | 'none';
  /** Meanings of codes. Each code is read once. */
  read: (codes: Iterable<number>) => void;
  code: (code: number) => FontCode;
}

/** Limits a probe, because the library compares each of its characters with all others. */
const CODES_PER_PROBE = 256;
/** Distance between the codes of a probe, in 1/1000 em: more than the width of any character. */
const SPACING = 10_000_000;
const WIDEST = 50_000;
const UNREADABLE: FontCode = { text: '', width: 0 };

/**
 * Reads a font's encoding and widths with the library's own font readers. They aren't exported, so the codes are put on
 * a temporary page, each followed by a known character, and the library extracts the page's text.
 */
export const readFont = (pdf: PDF, font: PdfDict, resolve: Resolve): ReadableFont => {
  const readable = hasEndlessRange(font, resolve) ? withoutToUnicode(font) : font;
  const known = new Map<number, FontCode>();
  const kind = font.getName('Subtype', resolve)?.value;
  const codeLength = kind === 'Type0' ? 2 : 1;
  const scale = kind === 'Type3' ? (numbers(font.get('FontMatrix', resolve), 6, resolve)?.[0] ?? 0.001) * 1000 : 1;
  return {
    codeLength,
    program: programOf(font, resolve),
    read: (codes) => {
      const wanted = [...new Set(codes)].filter((code) => !known.has(code));
      for (let at = 0; at < wanted.length; at += CODES_PER_PROBE) {
        const some = wanted.slice(at, at + CODES_PER_PROBE);
        probe(pdf, readable, some, codeLength).forEach(({ text, width }, index) => {
          known.set(some[index] ?? 0, { text, width: width * scale });
        });
      }
    },
    code: (code) => known.get(code) ?? UNREADABLE,
  };
};

/** The last character of Unicode. */
const LAST_CHARACTER = 0x10ffff;
const RANGE = /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?=[<[])/g;

/**
 * True if a font's `/ToUnicode` has a range with more codes than there are characters: the library would write down
 * each of them.
 */
export const hasEndlessRange = (font: PdfDict, resolve: Resolve): boolean => {
  const map = font.get('ToUnicode', resolve);
  if (!(map instanceof PdfStream)) return false;
  const text = Buffer.from(decodedOrNothing(map)).toString('latin1');
  return [...text.matchAll(RANGE)].some(([, , last = '']) => Number.parseInt(last, 16) > LAST_CHARACTER);
};

const withoutToUnicode = (font: PdfDict): PdfDict => {
  const copy = font.clone();
  copy.delete('ToUnicode');
  return copy;
};

/**
 * Beginning of the name of a font of which the file holds only the glyphs of some letters (ISO 32000-2 section 9.9.2).
 */
const SUBSET = /^[A-Z]{6}\+/;
/** Fonts of signs, which every viewer has. */
const SIGNS = /^(Symbol|ZapfDingbats)$/;

/** The glyphs of a font that the file holds. */
export const programOf = (font: PdfDict, resolve: Resolve): ReadableFont['program'] => {
  const name = font.getName('BaseFont', resolve)?.value ?? '';
  if (font.getName('Subtype', resolve)?.value === 'Type3' || SIGNS.test(name)) return 'whole';
  const [descendant] = font.getArray('DescendantFonts', resolve) ?? [];
  const described = descendant instanceof PdfRef ? resolve(descendant) : descendant;
  const holder = described instanceof PdfDict ? described : font;
  const descriptor = holder.getDict('FontDescriptor', resolve);
  if (!['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.get(key, resolve) instanceof PdfStream))
    return 'none';
  return SUBSET.test(name) ? 'subset' : 'whole';
};

const MARKER = PdfDict.of({
  Type: PdfName.Font,
  Subtype: PdfName.of('Type1'),
  BaseFont: PdfName.of('Helvetica'),
  Encoding: PdfName.of('WinAnsiEncoding'),
});

const probe = (pdf: PDF, font: PdfDict, codes: readonly number[], codeLength: 1 | 2): FontCode[] => {
  const lines = codes.map((code, index) => {
    const hex = code.toString(16).padStart(codeLength * 2, '0');
    return `1 0 0 1 ${index * SPACING} 0 Tm /F 1000 Tf <${hex}> Tj /M 1000 Tf (x) Tj`;
  });
  const page = PdfDict.of({
    Type: PdfName.Page,
    MediaBox: new PdfArray([0, 0, 1, 1].map((corner) => PdfNumber.of(corner))),
    Resources: PdfDict.of({ Font: PdfDict.of({ F: font, M: MARKER }) }),
    Contents: new PdfStream([], Buffer.from(`BT ${lines.join('\n')} ET`, 'latin1')),
  });
  const found = codes.map((): { text: string; x: number }[] => []);
  for (const character of charactersOf(new PDFPage(PdfRef.of(0, 0), page, 0, pdf.context))) {
    found[Math.round(character.x / SPACING)]?.push(character);
  }
  // The mark comes last, after the code's width. A code without meaning has only the mark.
  return found.map((characters, index) => {
    const mark = characters.at(-1);
    if (!mark) return UNREADABLE;
    return {
      text: characters.length > 1 ? (characters[0]?.text ?? '') : '',
      width: saneWidth(mark.x - index * SPACING),
    };
  });
};

const saneWidth = (width: number): number => (Math.abs(width) <= WIDEST ? width : 0);

/** A page's characters in the order of its content; none if the font can't be read. */
const charactersOf = (page: PDFPage): { text: string; x: number }[] => {
  try {
    return page
      .extractText()
      .lines.flatMap(({ spans }) => spans.flatMap(({ chars }) => chars))
      .filter(({ sequenceIndex }) => Number.isInteger(sequenceIndex))
      .sort((a, b) => (a.sequenceIndex ?? 0) - (b.sequenceIndex ?? 0))
      .map(({ char, bbox }) => ({ text: char, x: bbox.x }));
  } catch {
    return [];
  }
};
