import { numberText, rounded } from './number-text.ts';

/** Formats an operator with its operands. Numbers are rounded to seven digits, or to four decimals if these are more. */
export const operator = (...parts: (number | string)[]): string =>
  parts.map((part) => (typeof part === 'number' ? numberText(rounded(part)) : part)).join(' ');
