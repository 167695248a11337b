import { chooseLanguage, chooseLocale } from '../../base/languages.ts';
import { isDateFormat, writtenDate, writtenDay, writtenTime, writtenTimeIn } from '../../base/written-time.ts';
import { isolate } from '../../pdf/isolate.ts';
import { ATTACHED } from './attached.ts';
import type { DropdownOption } from './schema.ts';
import type { FieldType } from './types.ts';

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
  options: readonly DropdownOption[];
  settings: Record<string, unknown>;
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
 * The text that a field's value leaves on the document. Null where it leaves none: empty values, and those that are marks
 * or pictures (boxes, radio buttons, signatures, initials).
 */
export const writtenValue = (
  { type, value, multiline, options, settings }: WrittenField,
  how: WrittenIn,
): string | null => {
  if (value === null || value === '') return null;
  switch (type) {
    case 'checkbox':
    case 'radio':
    case 'signature':
    case 'initial':
    case 'payment':
      return null;
    case 'dropdown':
      return options.find(({ id }) => id === value)?.label ?? value;
    case 'date':
      return writtenDate(value, how.locale, isDateFormat(settings.date_format) ? settings.date_format : 'medium');
    case 'timestamp':
      return writtenMoment(value, how);
    case 'attachment':
      return `${ATTACHED[chooseLanguage(how.locale)]}: ${isolate(String(settings.name ?? ''))}`;
    case 'textbox':
      return multiline ? value : inOneLine(value);
    case 'textarea':
      return value;
  }
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
