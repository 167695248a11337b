import { isolate } from '../base/isolate.ts';
import { chooseLanguage, chooseLocale } from '../base/languages.ts';
import { isDateFormat, writtenDate, writtenDay, writtenTime, writtenTimeIn } from '../base/written-time.ts';
import { ATTACHED } from './attached.ts';
import { FIELD_KINDS, hasLines, type ValueForm } from './kinds.ts';
import type { FieldOption, FieldSettings, FieldType } from './types.ts';

/**
 * The texts of values on documents. The stamper, the certificate and the answers take them from here, so that a signer
 * reviews what is sealed.
 */

/** Language and zone in which a recipient's values are written. Without a zone times are in UTC. */
export interface WrittenIn {
  locale: string;
  timezone: string | null;
}

/** The part of a field that its text follows from. */
export interface WrittenField {
  type: FieldType;
  value: string | null;
  multiline: boolean;
  options: readonly FieldOption[];
  settings: FieldSettings;
}

/** The language and zone of a recipient's values: the recipient's own language, else the envelope's, else English. */
export const writtenFor = (
  recipient: { locale: string | null; timezone: string | null } | undefined,
  envelope: { locale: string | null },
): WrittenIn => ({
  locale: chooseLocale(recipient?.locale, envelope.locale),
  timezone: recipient?.timezone ?? null,
});

/**
 * The text that a field's value leaves on the document. Null where it leaves none: empty values, and those that are
 * marks or pictures (boxes, radio buttons, signatures, initials).
 */
export const writtenValue = (field: WrittenField, how: WrittenIn): string | null =>
  field.value === null || field.value === '' ? null : WRITERS[FIELD_KINDS[field.type].value](field.value, field, how);

type Writer = (value: string, field: WrittenField, how: WrittenIn) => string | null;

const nothing: Writer = () => null;

const WRITERS: Record<ValueForm, Writer> = {
  text: (value, field) => (hasLines(field) ? value : inOneLine(value)),
  date: (value, { settings }, { locale }) =>
    writtenDate(value, locale, isDateFormat(settings.date_format) ? settings.date_format : 'medium'),
  option: (value, { options }) => options.find(({ id }) => id === value)?.label ?? value,
  tick: nothing,
  choice: nothing,
  ink: nothing,
  file: (_, { settings }, { locale }) => `${ATTACHED[chooseLanguage(locale)]}: ${isolate(String(settings.name ?? ''))}`,
  moment: (value, _, how) => writtenMoment(value, how),
  none: nothing,
};

/** A box for one line has its text in one line. */
const inOneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** A point in time in the recipient's zone, which stands with it. */
const writtenMoment = (iso: string, { locale, timezone }: WrittenIn): string =>
  (timezone === null ? null : writtenTimeIn(iso, locale, timezone)) ?? writtenTime(iso, locale);

/** The small print under a signature: who signed, and on which day. */
export const writtenCaption = (name: string, signed_at: unknown, { locale, timezone }: WrittenIn): string =>
  [isolate(name), typeof signed_at === 'string' ? writtenDay(signed_at, locale, timezone) : '']
    .filter(Boolean)
    .join(', ');

/** The print under a signature that its law wants whole: who signed, with which meaning, and when to the second. */
export const writtenSignature = (name: string, meaning: string, signed_at: string, how: WrittenIn): string =>
  `${isolate(name)}\n${isolate(meaning)}, ${writtenMoment(signed_at, how)}`;
