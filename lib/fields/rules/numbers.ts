import Big from 'big.js';
import { RULE_BOUNDS } from './rule.ts';

/** Decimal arithmetic with its own settings: nobody else's change of `Big` reaches it. */
const Decimal = Big();
Decimal.DP = RULE_BOUNDS.decimals;
Decimal.RM = Decimal.roundHalfUp;

/** Longer texts are no numbers. */
const LONGEST = 80;

/** A canonical decimal: digits, perhaps a minus before and a point within. Constants and computed values have it. */
const CANONICAL = /^-?\d+(?:\.\d+)?$/;

/** Reads a canonical decimal; null if it isn't one, or is beyond the bounds. */
export const readCanonical = (text: string): Big | null =>
  text.length <= LONGEST && CANONICAL.test(text) ? bounded(new Decimal(text)) : null;

/** Signs between groups of three digits that are never decimal marks: blanks and apostrophes. */
const GROUPING = /[ \u00a0\u2009\u202f'\u2019]/g;

/**
 * Reads a number as people type it, in whatever country, if it can be read in one way only: `1234.5`, `1234,5`,
 * `1,234.50`, `1.234,50`, `1 234,50`, `1'234.50`, `-3`. Null for all else, also for `1.234`: that is one and a bit in
 * one country, and a thousand and more in another. `1.2340`, `0.234` and `1234.567` are clear.
 */
export const readTyped = (text: string): Big | null => {
  const canonical = text.length <= LONGEST ? plain(text.trim()) : null;
  return canonical === null ? null : readCanonical(canonical);
};

/** True for a number that two countries read in two ways, such as `1.234`. */
const isAmbiguous = (text: string): boolean => /^[+\u2212-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text.trim());

const plain = (written: string): string | null => {
  if (/^-?\d+$/.test(written)) return written;
  const [, sign = '', digits = ''] = /^([+\u2212-]?)(\d.*)$/.exec(written) ?? [];
  if (digits === '' || isAmbiguous(digits)) return null;
  const marks = [...new Set(digits.replace(GROUPING, '').replace(/\d/g, ''))];
  if (marks.some((mark) => mark !== '.' && mark !== ',')) return null;
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const isDecimal = last >= 0 && (marks.length === 2 || digits.indexOf(digits[last] ?? '') === last);
  const whole = isDecimal ? digits.slice(0, last) : digits;
  const fraction = isDecimal ? digits.slice(last + 1) : '';
  if (isDecimal && !/^\d+$/.test(fraction)) return null;
  const ungrouped = withoutGroups(whole);
  if (ungrouped === null) return null;
  return `${sign === '' || sign === '+' ? '' : '-'}${ungrouped}${isDecimal ? `.${fraction}` : ''}`;
};

/** The digits without one kind of sign between groups of three; null if there is another use of signs. */
const withoutGroups = (whole: string): string | null => {
  if (/^\d+$/.test(whole)) return whole;
  const sign = whole.replace(/\d/g, '')[0] ?? '';
  const [first = '', ...groups] = whole.split(sign);
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : null;
};

/** Rounds to the decimals that are kept; null for a number that is too large. */
const bounded = (number: Big): Big | null => {
  // The digits of a number begin at 10 to the power of `e`, without zeros at either end.
  if (number.e >= RULE_BOUNDS.digits) return null;
  const decimals = number.c.length - 1 - number.e;
  return decimals <= RULE_BOUNDS.decimals ? number : number.round(RULE_BOUNDS.decimals, Decimal.roundHalfUp);
};

/** Canonical text; with `decimals`, rounded to so many, half away from zero. Zero has no sign. */
export const writeNumber = (number: Big, decimals: number | null = null): string => {
  const text = decimals === null ? number.toFixed() : number.toFixed(decimals, Decimal.roundHalfUp);
  return /^-[0.]*$/.test(text) ? text.slice(1) : text;
};

export const sum = (numbers: readonly Big[]): Big | null =>
  bounded(numbers.reduce((one, other) => one.plus(other), new Decimal(0)));

export const product = (numbers: readonly Big[]): Big | null =>
  numbers.reduce<Big | null>((one, other) => one && bounded(one.times(other)), new Decimal(1));

/** The quotient, rounded half away from zero; null for a division by zero. */
export const divide = (one: Big, other: Big): Big | null => (other.eq(0) ? null : bounded(one.div(other)));

/** Rounds to so many decimals, half away from zero or to the even digit. */
export const round = (number: Big, digits: number, half: 'away' | 'even'): Big =>
  number.round(digits, half === 'even' ? Decimal.roundHalfEven : Decimal.roundHalfUp);

export const wholeNumber = (days: number): Big => new Decimal(days);

export type { Big };
