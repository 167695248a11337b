import { readTyped, writeNumber } from '../../../fields/rules/numbers.ts';
import { limitsFault } from '../../../fields/texts/text-limits.ts';
import { textProblem } from '../../../fields/texts/text-problem.ts';
import { isValidator, type Validator } from '../../../fields/validators.ts';
import type { PlacedField } from '../sending/draft.ts';

/** Limits of texts as one chooses them, and how a field has them. Pure. */

/** Patterns that one chooses by a name. */
export const COMMON_PATTERNS = {
  letters: "[\\p{L}\\p{M} '’.-]+",
  alphanumeric: '[\\p{L}\\p{M}\\p{N}]+',
  time: '([01]\\d|2[0-3]):[0-5]\\d',
} as const;
export type CommonPattern = keyof typeof COMMON_PATTERNS;

/**
 * The kind of texts that a field takes: any, those of a validator, of a common or an own pattern, or numbers. `several`
 * are more at once, as programs can write them.
 */
export type Held = 'any' | Validator | CommonPattern | 'own' | 'amount' | 'several' | 'unknown';

type Limited = Pick<PlacedField, 'validator' | 'settings'>;

/** The pattern of a field; undefined without one. */
export const patternOf = ({ settings: { pattern } }: Limited): string | undefined =>
  typeof pattern === 'string' ? pattern : undefined;

/** The bounds of numbers in a field; undefined where it isn't one of numbers. */
export const amountOf = ({ settings: { number } }: Limited): Readonly<Record<string, unknown>> | undefined =>
  typeof number === 'object' && number !== null ? (number as Record<string, unknown>) : undefined;

/** The kind of texts that a field takes. */
export const heldIn = (field: Limited): Held => {
  const pattern = patternOf(field);
  const isAmount = amountOf(field) !== undefined;
  // Numbers that are described take the place of the digits.
  const validator = isAmount && field.validator === 'number' ? null : field.validator || null;
  if ([pattern, isAmount || undefined, validator ?? undefined].filter((one) => one !== undefined).length > 1) {
    return 'several';
  }
  if (isAmount) return 'amount';
  if (pattern !== undefined) return commonNamed(pattern) ?? 'own';
  if (validator === null) return 'any';
  return isValidator(validator) ? validator : 'unknown';
};

const commonNamed = (pattern: string): CommonPattern | undefined =>
  (Object.keys(COMMON_PATTERNS) as CommonPattern[]).find((name) => COMMON_PATTERNS[name] === pattern);

/** The field that takes another kind of texts. An own pattern begins with the one that is there. */
export const withHeld = <T extends Limited>(field: T, held: Held): T => {
  if (held === 'several' || held === 'unknown') return field;
  const { pattern: _, number: __, ...others } = field.settings;
  if (held === 'any') return { ...field, validator: null, settings: others };
  if (held === 'amount') return { ...field, validator: null, settings: { ...others, number: amountOf(field) ?? {} } };
  if (isValidator(held)) return { ...field, validator: held, settings: others };
  const pattern = held === 'own' ? (patternOf(field) ?? '.*') : COMMON_PATTERNS[held];
  return { ...field, validator: null, settings: { ...others, pattern } };
};

/** The field with another setting, or without it. */
export const withSetting = <T extends Limited>(field: T, member: string, value: unknown): T => {
  const { [member]: _, ...others } = field.settings;
  return { ...field, settings: value === undefined ? others : { ...others, [member]: value } };
};

/** The field with another bound, number of decimals or unit of its numbers. */
export const withAmount = <T extends Limited>(field: T, member: string, value: unknown): T => {
  const { [member]: _, ...others } = amountOf(field) ?? {};
  return withSetting(field, 'number', value === undefined ? others : { ...others, [member]: value });
};

/** A bound as it is stored: null for none, undefined for what is no number. */
export const boundIn = (typed: string): string | null | undefined => {
  const text = typed.trim();
  if (text === '') return null;
  const number = readTyped(text);
  return number === null ? undefined : writeNumber(number);
};

/** A number of characters as it is stored: null for none, undefined for what is none. */
export const countIn = (typed: string, least: number, most: number): number | null | undefined => {
  const text = typed.trim();
  if (text === '') return null;
  const count = Number(text);
  return /^\d+$/.test(text) && count >= least && count <= most ? count : undefined;
};

/** True if these limits have no fault: the server checks them in the same way. */
export const isSound = ({ settings }: Limited): boolean => limitsFault(settings) === undefined;

/** True if the field's default fits its limits, as the server demands it: of validators it asks for IBANs alone. */
export const takesDefault = (field: Limited & Pick<PlacedField, 'default'>): boolean =>
  textProblem(field.validator === 'iban' ? field : { ...field, validator: null }, field.default ?? '') === null;
