import { type DateFormat, isDateFormat, writtenDate } from '../../../base/written-time.ts';
import type { Field, SigningEnvelope } from '../shared/answers.ts';
import { say, spokenLocale, type Words, w } from './words/index.ts';

/** The rules of fields as the page needs them, free of any I/O. The server checks all of it again. */

/** The recipient's own fields in reading order: by document, page, and from the top of the page to its end. */
export const ownFields = ({ documents, fields }: SigningEnvelope, role_name: string): Field[] => {
  const place = new Map(documents.map(({ id, order }) => [id, order]));
  return fields
    .filter((field) => field.role_name === role_name && field.type !== 'payment')
    .sort(
      (a, b) =>
        (place.get(a.document_id) ?? 0) - (place.get(b.document_id) ?? 0) ||
        a.page - b.page ||
        b.y + b.height - (a.y + a.height) ||
        a.x - b.x,
    );
};

/** The fields after a change of one. A chosen radio button takes the choice from the others of its group. */
export const withValue = (fields: readonly Field[], name: string, change: Partial<Field>): Field[] => {
  const changed = fields.find((field) => field.name === name);
  const isChoice = changed?.type === 'radio' && changed.group && change.value === 'true';
  return fields.map((field) => {
    if (field.name === name) return { ...field, ...change };
    const isOther = field.type === 'radio' && field.group === changed?.group && field.role_name === changed?.role_name;
    return isChoice && isOther ? { ...field, value: 'false' } : field;
  });
};

/** True where the recipient can change the field. */
export const isOpen = ({ readonly, type }: Field): boolean => !readonly && type !== 'timestamp';

/** True where a field holds what its kind calls filled; of a group of radio buttons, where one is chosen. */
const isFilled = (field: Field, own: readonly Field[]): boolean => {
  switch (field.type) {
    case 'timestamp':
      return true;
    case 'checkbox':
      return field.value === 'true';
    case 'radio':
      return groupOf(field, own).some(({ value }) => value === 'true');
    default:
      return (field.value ?? '').trim() !== '';
  }
};

/** The fields that still keep the recipient from signing; of a group of radio buttons the first one alone. */
export const missingFields = (own: readonly Field[]): Field[] =>
  onePerGroup(own).filter((field) => field.required && !isFilled(field, own));

/** The fields, of each group of radio buttons the first one alone. */
export const onePerGroup = (own: readonly Field[]): Field[] =>
  own.filter((field) => field.type !== 'radio' || groupOf(field, own)[0]?.name === field.name);

/** The field's number among those that the recipient fills, as the list and the pages show it. */
export const numberOf = (field: Field, own: readonly Field[]): number =>
  onePerGroup(own).findIndex(({ name }) => name === groupOf(field, own)[0]?.name) + 1;

/** The radio buttons of a field's group, in reading order. */
export const groupOf = (field: Field, own: readonly Field[]): Field[] =>
  field.type === 'radio' && field.group
    ? own.filter(({ type, group }) => type === 'radio' && group === field.group)
    : [field];

/** Names of words without plural forms. */
type Word = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words];

const TYPE_NAMES: Record<string, Word> = {
  signature: 'typeSignature',
  initial: 'typeInitial',
  textbox: 'typeText',
  textarea: 'typeText',
  date: 'typeDate',
  dropdown: 'typeChoice',
  checkbox: 'typeBox',
  radio: 'typeChoice',
  attachment: 'typeFile',
  timestamp: 'typeTime',
};

/** The field's name for people: its label, else its kind. Names are for programs. */
export const labelOf = (field: Field): string =>
  field.label?.trim() || field.placeholder?.trim() || w[TYPE_NAMES[field.type] ?? 'typeOther'];

const PATTERNS: Record<string, [RegExp, Word]> = {
  email: [/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, 'badEmail'],
  phone: [/^\+?[\d\s().-]{4,30}$/, 'badPhone'],
  url: [/^https?:\/\/[^\s/?#.]+(\.[^\s/?#.]+)+([/?#]\S*)?$/i, 'badUrl'],
  postal_code: [/^[A-Za-z0-9\s-]{3,10}$/, 'badPostal'],
  number: [/^\d+$/, 'badNumber'],
  date: [/^(\d{4}[-/]\d{2}[-/]\d{2}|\d{2}[-/]\d{2}[-/]\d{4})$/, 'badDate'],
};

/** Fault of a text for this field; an empty string for none. */
export const problemOf = ({ validator, settings }: Field, text: string): string => {
  const longest = settings.max_length;
  if (typeof longest === 'number' && longest > 0 && [...text].length > longest)
    return say(w.tooLong, { count: longest });
  const [pattern, problem] = PATTERNS[validator ?? ''] ?? [];
  return text && pattern && problem && !pattern.test(text.trim()) ? w[problem] : '';
};

/** A stored date (MM/dd/yyyy) as date inputs have it; no zone has a part in it. */
export const isoDate = (stored: string | null): string => {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(stored ?? '') ?? [];
  return year ? `${year}-${month}-${day}` : '';
};

/** A date of a date input as it is stored. */
export const storedDate = (iso: string): string => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

/** A field's value as people read it. */
export const shownValue = (field: Field): string => {
  const value = field.value ?? '';
  switch (field.type) {
    case 'signature':
      return value ? w.signed : '';
    case 'initial':
      return value ? w.initialed : '';
    case 'checkbox':
    case 'radio':
      return value === 'true' ? w.yes : w.no;
    case 'dropdown':
      return field.options.find(({ id }) => id === value)?.label ?? '';
    case 'date':
      return field.stamped_text ?? writtenDate(value, spokenLocale(), formatOf(field));
    case 'attachment':
      return value ? String(field.settings.name ?? '') : '';
    case 'timestamp':
      return field.stamped_text ?? w.timestamp;
    default:
      return value;
  }
};

/** The text that a field has on its page: the server's, else what it will be, as far as the page knows. */
export const textOnPage = (field: Field): string => field.stamped_text ?? shownValue(field);

/** The format that the sender chose for a date; undefined for the one of the reader's language. */
export const formatOf = ({ settings }: Field): DateFormat | undefined =>
  isDateFormat(settings.date_format) ? settings.date_format : undefined;
