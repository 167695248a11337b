import { DateTime } from 'luxon';
import { FIELD_KINDS, isTick, type ValueForm } from './kinds.ts';
import type { FieldOption, FieldSettings, FieldType } from './types.ts';

/** The part of a field that decides about its values. */
export interface ValueTarget {
  type: FieldType;
  options: readonly FieldOption[];
  /** `max_length` in it is the most characters of a text. */
  settings?: FieldSettings;
}

/** A value in stored form, or the problem with it. */
export type ReadValue = { value: string | null } | { problem: string };

/**
 * Reads a typed or chosen value into its stored form, as existing clients send it: texts
 * unchanged, dates as MM/dd/yyyy, an option's id, `true` or `false`. An empty value is null, but an unticked box is
 * `false`. Only checkboxes and radio buttons accept booleans. Signatures, initials, attachments, timestamps and
 * payments have no such value.
 */
export const readValue = (target: ValueTarget, given: string | boolean | null | undefined): ReadValue => {
  if (typeof given === 'boolean' && !isTick(target)) return { problem: 'must be a string' };
  const text = String(given ?? '');
  return text === '' ? { value: null } : READERS[FIELD_KINDS[target.type].value](text, target);
};

type Reader = (text: string, target: ValueTarget) => ReadValue;

const readText: Reader = (text, { settings }) => {
  const longest = settings?.max_length;
  return typeof longest === 'number' && longest > 0 && [...text].length > longest
    ? { problem: `must be at most ${longest} characters long` }
    : { value: text };
};

/** Reads `MM/dd/yyyy` or an ISO 8601 date, with or without a time (the day is the written one). */
const readDate: Reader = (text) => {
  const american = DateTime.fromFormat(text.trim(), 'M/d/yyyy', { zone: 'utc' });
  const date = american.isValid ? american : DateTime.fromISO(text.trim(), { setZone: true });
  return date.isValid && date.year >= 1 && date.year <= 9999
    ? { value: date.toFormat('MM/dd/yyyy') }
    : { problem: 'must be a date like 12/31/2026 or 2026-12-31' };
};

const readOption: Reader = (text, { options }) =>
  options.some(({ id }) => id === text) ? { value: text } : { problem: 'must be the id of one of its options' };

const readTruth: Reader = (text) =>
  text === 'true' || text === 'false' ? { value: text } : { problem: 'must be true or false' };

const refuse: Reader = (_, { type }) => ({ problem: `a ${type} field takes no text` });

const READERS: Record<ValueForm, Reader> = {
  text: readText,
  date: readDate,
  option: readOption,
  tick: readTruth,
  choice: readTruth,
  ink: refuse,
  file: refuse,
  moment: refuse,
  none: refuse,
};
