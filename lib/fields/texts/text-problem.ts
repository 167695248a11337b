import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { readCanonical, readTyped } from '../rules/numbers.ts';
import { isComputed } from '../rules/rule-fields.ts';
import type { FieldSettings } from '../types.ts';
import { isValidator, PATTERNS, type Validator } from '../validators.ts';
import { match, readPattern } from './pattern.ts';
import { boundOf } from './text-limits.ts';

/** The part of a field that says which texts it takes. */
interface LimitedField {
  validator: string | null;
  settings: FieldSettings;
}

/** The fault of a text, with what is allowed. */
export type TextProblem =
  | { fault: 'long' | 'short' | 'decimals'; count: number }
  | { fault: 'above' | 'below'; bound: string }
  | { fault: 'number' | 'pattern' }
  | { fault: 'form'; validator: Validator };

/**
 * Finds the first fault of a text for this field; null for none, and for an empty text. Pages ask while somebody types,
 * and the server for every value that it stores and, of computed ones, that somebody submits. A computed number is read
 * as formulas write it, any other as people type it.
 */
export const textProblem = (field: LimitedField, text: string): TextProblem | null =>
  text === '' ? null : (lengthProblem(field, text) ?? contentProblem(field, text.trim()));

const lengthProblem = ({ settings }: LimitedField, text: string): TextProblem | null => {
  const { max_length: most, min_length: least } = settings;
  const count = [...text].length;
  if (typeof most === 'number' && most > 0 && count > most) return { fault: 'long', count: most };
  return typeof least === 'number' && count < least ? { fault: 'short', count: least } : null;
};

const contentProblem = (field: LimitedField, text: string): TextProblem | null => {
  const { validator, settings } = field;
  const isNumber = typeof settings.number === 'object' && settings.number !== null;
  // Numbers that the settings describe may be more than the digits of the validator.
  const named = isNumber && validator === 'number' ? null : validator;
  if (!fitsValidator(named, text)) return { fault: 'form', validator: named as Validator };
  if (!fitsPattern(settings.pattern, text)) return { fault: 'pattern' };
  return isNumber ? numberProblem(field, settings.number as Record<string, unknown>, text) : null;
};

/** True if `text` satisfies the validator; an unknown validator accepts everything. */
export const fitsValidator = (validator: string | null, text: string): boolean => {
  if (validator === null || !isValidator(validator)) return true;
  const trimmed = text.trim();
  return validator === 'iban' ? isValidIBAN(electronicFormatIBAN(trimmed) ?? '') : PATTERNS[validator].test(trimmed);
};

const fitsPattern = (source: unknown, text: string): boolean => {
  if (typeof source !== 'string') return true;
  const read = readPattern(source);
  return 'problem' in read || match(read.pattern, text).matches;
};

const numberProblem = (field: LimitedField, limits: Record<string, unknown>, text: string): TextProblem | null => {
  const number = isComputed(field) ? readCanonical(text) : readTyped(text);
  if (number === null) return { fault: 'number' };
  const { decimals } = limits;
  if (typeof decimals === 'number' && !number.round(decimals).eq(number)) return { fault: 'decimals', count: decimals };
  const [least, most] = [boundOf(limits.min), boundOf(limits.max)];
  if (least && number.lt(least)) return { fault: 'below', bound: least.toFixed() };
  return most && number.gt(most) ? { fault: 'above', bound: most.toFixed() } : null;
};

/** A fault as the API says it, after the name of its field, with the sender's own words. */
export const sentenceOf = (problem: TextProblem, { settings }: LimitedField): string => {
  const { validator_message: message } = settings;
  const said = typeof message === 'string' ? `; the sender says: “${message}”` : '';
  return `${SENTENCES[problem.fault](problem as never, settings)}${said}`;
};

const SENTENCES: {
  [F in TextProblem['fault']]: (problem: Extract<TextProblem, { fault: F }>, settings: FieldSettings) => string;
} = {
  long: ({ count }) => `must be at most ${count} characters long`,
  short: ({ count }) => `must be at least ${count} characters long`,
  form: ({ validator }) => `must be a valid ${validator}`,
  number: () => 'must be a number that can be read in one way only, like 1234.5',
  decimals: ({ count }) => `must have at most ${count} decimals`,
  below: ({ bound }) => `must be at least ${bound}`,
  above: ({ bound }) => `must be at most ${bound}`,
  pattern: (_, { pattern }) => `must match the pattern ${pattern}`,
};
