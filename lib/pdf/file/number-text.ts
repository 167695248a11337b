/** Readers calculate with 32 bits: anything smaller is 0 to them. */
const LEAST = 1e-38;

/**
 * Writes a number for a PDF, exactly: reading it returns the same number. PDF has no exponents (ISO 32000-2 section
 * 7.3.3). Throws for what is no number: infinity, and the result of a division by 0.
 */
export const numberText = (value: number): string => {
  if (!Number.isFinite(value)) throw new Error(`${value} can't be written as a number`);
  if (Math.abs(value) < LEAST) return '0';
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [shortest = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return shortest;
  const digits = shortest.replace(/[-.]/g, '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
};

/** Digits of a computed number that count, and decimals that it has at least: more is noise of the calculation. */
const DIGITS = 7;
const DECIMALS = 4;
/** The most that `toFixed` takes. */
const MOST_DECIMALS = 100;

/** Rounds a computed number to seven digits, or to four decimals if these are more. */
export const rounded = (value: number): number => {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const beforePoint = Math.floor(Math.log10(Math.abs(value))) + 1;
  return Number(value.toFixed(Math.min(Math.max(DECIMALS, DIGITS - beforePoint), MOST_DECIMALS)));
};

/**
 * Formats an operator with its operands. Numbers are rounded to seven digits, or to four decimals if these are more.
 */
export const operator = (...parts: (number | string)[]): string =>
  parts.map((part) => (typeof part === 'number' ? numberText(rounded(part)) : part)).join(' ');
