import { DateTime } from 'luxon';
import type { DropdownOption } from './schema.ts';
import type { FieldType } from './types.ts';

/** The part of a field that decides about its values. */
export interface ValueTarget {
  type: FieldType;
  options: readonly DropdownOption[];
  /** `max_length` in it is the most characters of a text. */
  settings?: Record<string, unknown>;
}

/** A value in stored form, or the problem with it. */
export type ReadValue = { value: string | null } | { problem: string };

/**
 * Reads a typed or chosen value into its stored form, as existing clients send it: texts
 * unchanged, dates as MM/dd/yyyy, an option's id, `true` or `false`. An empty value is null, but an unticked box is
 * `false`. Only checkboxes and radio buttons accept booleans. Signatures, initials, attachments, timestamps and
 * payments have no such value.
 */
export const readValue = (
  { type, options, settings }: ValueTarget,
  given: string | boolean | null | undefined,
): ReadValue => {
  const text = given === null || given === undefined ? '' : String(given);
  if (typeof given === 'boolean' && type !== 'checkbox' && type !== 'radio') return { problem: 'must be a string' };
  switch (type) {
    case 'textbox':
    case 'textarea':
      return readText(text, settings?.max_length);
    case 'checkbox':
    case 'radio':
      if (text === '') return { value: null };
      return text === 'true' || text === 'false' ? { value: text } : { problem: 'must be true or false' };
    case 'dropdown':
      if (text === '') return { value: null };
      return options.some(({ id }) => id === text)
        ? { value: text }
        : { problem: 'must be the id of one of its options' };
    case 'date':
      return text === '' ? { value: null } : readDate(text);
    default:
      return text === '' ? { value: null } : { problem: `a ${type} field takes no text` };
  }
};

const readText = (text: string, longest: unknown): ReadValue => {
  if (typeof longest === 'number' && longest > 0 && [...text].length > longest) {
    return { problem: `must be at most ${longest} characters long` };
  }
  return { value: text === '' ? null : text };
};

/** Reads `MM/dd/yyyy` or an ISO 8601 date, with or without a time (the day is the written one). */
const readDate = (text: string): ReadValue => {
  const american = DateTime.fromFormat(text.trim(), 'M/d/yyyy', { zone: 'utc' });
  const date = american.isValid ? american : DateTime.fromISO(text.trim(), { setZone: true });
  return date.isValid && date.year >= 1 && date.year <= 9999
    ? { value: date.toFormat('MM/dd/yyyy') }
    : { problem: 'must be a date like 12/31/2026 or 2026-12-31' };
};
