import { fontOf, type HandFont } from './font-files.ts';

export type Weight = 'regular' | 'bold';

/** Styles of a shaped line: a weight, or handwriting if the function's bundle has those fonts (`typed-mark.ts`). */
export type Look = Weight | HandFont;

/**
 * Format characters that shape their neighbours or are visible: joiners, marks and embeddings of direction, tags of
 * emoji, signs above numbers. All others have no glyph and no effect here.
 */
const KEPT_FORMATS =
  '\\u200c-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}\\u{e0020}-\\u{e007f}';
const WITHOUT_EFFECT = new RegExp(`[\\p{Cc}\\p{Cs}]|(?![${KEPT_FORMATS}])\\p{Cf}`, 'gu');

/**
 * Normalizes a line for setting: composed, every blank but the ideographic one as a space, without invisible
 * characters.
 */
export const printable = (line: string): string =>
  line
    .normalize('NFC')
    .replace(/(?!\u3000)\s/gu, ' ')
    .replace(WITHOUT_EFFECT, '');

/** Characters that no plain text needs: joiners, directions, variations of characters. */
const FORMATS = /[\p{Cf}\p{Variation_Selector}]/gu;

/**
 * Characters that are set one after the other, left to right, independently: Latin, Greek, Cyrillic, punctuation,
 * signs.
 */
const PLAIN =
  /^[\u0020-\u007e\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2100-\u214f\u2190-\u22ff]*$/u;
/** Characters that every font has. */
const LATIN = /^[\u0020-\u007e\u00a0-\u017f]*$/;

/** The characters of a line that needs no shaping; undefined if it needs any. */
export const plainText = (line: string, weight: Weight = 'regular'): string | undefined => {
  if (LATIN.test(line)) return line.replaceAll('\u00a0', ' ').replaceAll('\u00ad', '');
  const text = printable(line).replace(FORMATS, '');
  if (!PLAIN.test(text)) return undefined;
  const font = fontOf(weight);
  return LATIN.test(text) || [...text].every((character) => font.glyphOf(character.codePointAt(0) ?? 0) > 0)
    ? text
    : undefined;
};
