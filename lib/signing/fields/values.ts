import { DateTime } from 'luxon';
import type { DropdownOption } from './schema.ts';
import type { FieldType } from './types.ts';

/** What is needed of a field to read a value that is meant for it. */
export interface ValueTarget {
  type: FieldType;
  options: readonly DropdownOption[];
  /** `max_length` among them is the most characters that a text may have. */
  settings?: Record<string, unknown>;
}

/** A value in the form in which it is stored, or what is wrong with it. */
export type ReadValue = { value: string | null } | { problem: string };

/**
 * A typed or chosen value in the form in which it is stored (the wire notes of the interface, "Field values"): texts as they are, dates
 * as MM/dd/yyyy, an option's id, `true` or `false`. An empty one is null, except that an unticked box is `false`.
 * A boolean is a value of checkboxes and radio buttons alone.
 * Signatures, initials, attachments, time stamps and payments are no texts: they have no such value.
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

/** `MM/dd/yyyy` or an ISO 8601 date, with or without a time (whose day is taken as written). */
const readDate = (text: string): ReadValue => {
  const american = DateTime.fromFormat(text.trim(), 'M/d/yyyy', { zone: 'utc' });
  const date = american.isValid ? american : DateTime.fromISO(text.trim(), { setZone: true });
  return date.isValid && date.year >= 1 && date.year <= 9999
    ? { value: date.toFormat('MM/dd/yyyy') }
    : { problem: 'must be a date like 12/31/2026 or 2026-12-31' };
};
