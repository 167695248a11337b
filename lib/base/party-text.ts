/** Marks before and after a party's text in a sentence of the platform. */
export type Quotes = readonly [begin: string, end: string];

/**
 * Double quotation marks, and what looks like them: primes, brackets, and apostrophes or signs of angles side by side.
 */
const QUOTATION_MARKS = /((?!['‘-‛‹›＇])[\p{QMark}ʺˮ″‶≪≫❝❞《》]|['`´ʹ-ʽ‘-‛′‵‹›<>＇]{2,})+/gu;

/**
 * Controls, ends of lines, and what turns the direction of the words that follow. No name holds them; what strangers'
 * files say may.
 */
const CONTROLS = /[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A party's text whose own quotation marks can't end those that a sentence has around it. */
export const withoutQuotes = (text: string): string => text.replace(QUOTATION_MARKS, '’');

/**
 * Isolates a text where it may run in another direction than the words around it (Unicode Standard Annex 9), so that
 * their order stays.
 */
export const isolated = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' || RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;

/**
 * A party's text for a sentence that has come as far as `said`: in quotation marks, unless the sentence has just opened
 * its own, so that no text passes for the sentence. Empty if there is none.
 */
export const quotedAfter = (said: string, text: string, direction: 'ltr' | 'rtl', [begin, end]: Quotes): string => {
  const stripped = withoutQuotes(text.replace(CONTROLS, ' ')).trim();
  const shown = stripped && isolated(stripped, direction);
  return said.endsWith(begin) || !shown ? shown : `${begin}${shown}${end}`;
};
