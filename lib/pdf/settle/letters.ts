import { type PdfDict, PdfName } from '@libpdf/core';
import { type Glyph, TooMuchTextError, textReader } from '../content/page-text.ts';
import { readFont } from '../content/read-fonts.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import type { Resolve } from '../file/page-box.ts';
import { CODES, fontsOf, SIMPLE } from './settle-text.ts';

/** Letters of the fonts that viewers bring along for fonts that a file lacks (ISO 32000-2 annex D.2). */
const EVERYWHERE =
  /^[\u0020-\u007e\u00a0-\u00ff\u0131\u0141\u0142\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2044\u20ac\u2122\u2212\ufb01\ufb02]*$/;

/** True if a viewer has the text's letters for a font that a file lacks. */
export const isEverywhere = (text: string): boolean => EVERYWHERE.test(text);

/** Letters in a message. */
const MOST_NAMED = 5;

/**
 * The fault of the first page that shows letters in a font that the file lacks, and that PDFium has no other font for:
 * page images lack them, and viewers with more fonts show them. The phrase is the beginning of a sentence.
 */
export const lettersFault = (document: OpenPdf): string | undefined => {
  const { pages, resolve } = document;
  if (!fontsOf(document).some((font) => mayLackLetters(document, font))) return undefined;
  const read = textReader(document);
  for (const [index, page] of pages.entries()) {
    const fonts = fontsOf({ pages: [page], resolve }).filter((font) => mayLackLetters(document, font));
    if (fonts.length === 0) continue;
    const isForeign = fonts.some((font) => namesForeignLetters(font, resolve));
    const lost = glyphsOf(read, index + 1).filter(
      ({ text, shown }) => shown.font.program === 'none' && (isLost(text) || (text === '' && isForeign)),
    );
    if (lost.length > 0) return `page ${index + 1} shows letters${named(lost)} in a font that isn't in the file`;
  }
  return undefined;
};

/** Letters of composite fonts are read by their numbers, and may be others. */
const named = (glyphs: readonly Glyph[]): string => {
  if (glyphs.some(({ text, shown }) => text === '' || shown.font.codeLength === 2)) return '';
  return ` (${[...new Set(glyphs.map(({ text }) => text))].slice(0, MOST_NAMED).join(' ')})`;
};

/** Signs and blanks may be drawn by other means. */
const isLost = (text: string): boolean => !isEverywhere(text) && /\p{L}/u.test(text);

const mayLackLetters = ({ pdf, resolve }: OpenPdf, font: PdfDict): boolean => {
  const kind = font.getName('Subtype', resolve)?.value ?? '';
  if (kind !== 'Type0' && !(SIMPLE.has(kind) && font.getDict('Encoding', resolve))) return false;
  const readable = readFont(pdf, font, resolve);
  if (readable.program !== 'none') return false;
  if (kind === 'Type0' || namesForeignLetters(font, resolve)) return true;
  readable.read(CODES);
  return CODES.some((code) => isLost(readable.code(code).text));
};

/** True if a font names Cyrillic, Hebrew or Arabic letters by Adobe's numbers, which the library doesn't know. */
const namesForeignLetters = (font: PdfDict, resolve: Resolve): boolean => {
  const names = font.getDict('Encoding', resolve)?.getArray('Differences', resolve);
  return [...(names ?? [])].some((name) => name instanceof PdfName && /^afii(10|57)\d{3}$/.test(name.value));
};

/** A page with more text than anybody reads is not judged. */
const glyphsOf = (read: (page: number) => Glyph[], page: number): Glyph[] => {
  try {
    return read(page);
  } catch (error) {
    if (error instanceof TooMuchTextError) return [];
    throw error;
  }
};
