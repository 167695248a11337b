/** Marks before and after a party's text in a sentence of the platform. */
export type Quotes = readonly [begin: string, end: string];

/** Quotation marks, and what looks like them: two apostrophes, primes, or signs of angles side by side. */
const QUOTATION_MARKS =
  /(?:["\u00ab\u00bb\u02ba\u02ee\u201c-\u201f\u2033\u2036\u226a\u226b\u275d\u275e\u300a-\u300f\u301d-\u301f\uff02]|['\u0060\u00b4\u02b9-\u02bd\u2018-\u201b\u2032\u2035\u2039\u203a<>\uff07]{2,})+/gu;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A party's text whose own quotation marks can't end those that a sentence has around it. */
export const withoutQuotes = (text: string): string => text.replace(QUOTATION_MARKS, '’');

/** Isolates a text where it may run in another direction than the words around it (Unicode Standard Annex 9), so that their order stays. */
export const isolated = (text: string, direction: 'ltr' | 'rtl'): string =>
  direction === 'rtl' || RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
