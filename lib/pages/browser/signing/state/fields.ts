import { type DateFormat, isDateFormat, writtenDate } from '../../../../base/written-time.ts';
import { isFilled } from '../../../../fields/filled.ts';
import { choicesOf, FIELD_KINDS, isExclusive, isTick, type ValueForm } from '../../../../fields/kinds.ts';
import { byPlace } from '../../../../fields/order.ts';
import type { FieldType } from '../../../../fields/types.ts';
import type { Field, SigningEnvelope } from '../../shared/answers.ts';
import { say, spokenLocale, type Words, w } from '../words/index.ts';

/** The rules of fields as the page needs them, free of any I/O. The server checks all of it again. */

/** The recipient's own fields in reading order: by document, page, and from the top of the page to its end. */
export const ownFields = ({ documents, fields }: SigningEnvelope, role_name: string): Field[] =>
  fields
    .filter((field) => field.role_name === role_name && FIELD_KINDS[field.type].value !== 'none')
    .sort(byPlace(documents));

/** True where the recipient can change the field. */
export const isOpen = ({ readonly, type }: Field): boolean => !readonly && FIELD_KINDS[type].input !== null;

/** The fields that still keep the recipient from signing; of a group of radio buttons the first one alone. */
export const missingFields = (own: readonly Field[]): Field[] =>
  onePerGroup(own).filter((field) => choicesOf(field, own).some(({ required }) => required) && !isFilled(field, own));

/** The fields, of each group of radio buttons the first one alone. */
export const onePerGroup = (own: readonly Field[]): Field[] =>
  own.filter((field) => choicesOf(field, own)[0]?.name === field.name);

/** The field's number among those that the recipient fills, as the list and the pages show it. */
export const numberOf = (field: Field, own: readonly Field[]): number =>
  onePerGroup(own).findIndex(({ name }) => name === choicesOf(field, own)[0]?.name) + 1;

/** Names of words without plural forms. */
type Word = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words];

const TYPE_NAMES: Record<FieldType, Word> = {
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
  payment: 'typeOther',
};

/** The field's name for people: its label, else its kind. Names are for programs. */
export const labelOf = (field: Field): string => ownLabel(field) || w[TYPE_NAMES[field.type]];

/** The sender's name for the field, with the unit of its numbers; empty if there is neither. */
export const ownLabel = ({ label, placeholder, settings }: Field): string => {
  const name = label?.trim() || placeholder?.trim() || '';
  const { unit } = (settings.number ?? {}) as { unit?: unknown };
  return typeof unit === 'string' ? `${name} (${unit})`.trim() : name;
};

/** The place of a field, or of its group, in a list of all of them where another one is called the same; else empty. */
export const placeInList = (
  field: Field,
  { documents }: Pick<SigningEnvelope, 'documents'>,
  own: readonly Field[],
): string => {
  const name = groupOrLabel(field);
  if (field.page === 0 || onePerGroup(own).filter((one) => groupOrLabel(one) === name).length < 2) return '';
  const document = documents.find(({ id }) => id === field.document_id)?.name ?? '';
  return ` (${say(w.onPage, { document, page: field.page })})`;
};

/** The name of what is to be filled: buttons of which one is chosen have that of their group. */
const groupOrLabel = (field: Field): string => (isExclusive(field) && field.group) || labelOf(field);

/** A stored date (MM/dd/yyyy) as date inputs have it; no zone has a part in it. */
export const isoDate = (stored: string | null): string => {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(stored ?? '') ?? [];
  return year ? `${year}-${month}-${day}` : '';
};

/** A date of a date input as it is stored. */
export const storedDate = (iso: string): string => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

/** A field's value as people read it. */
export const shownValue = (field: Field): string => SHOWN[FIELD_KINDS[field.type].value](field);

type Show = (field: Field) => string;

const showTick: Show = ({ value }) => (value === 'true' ? w.yes : w.no);
const showText: Show = ({ value }) => value ?? '';

const SHOWN: Record<ValueForm, Show> = {
  text: showText,
  date: (field) => field.stamped_text ?? writtenDate(field.value ?? '', spokenLocale(), formatOf(field)),
  option: ({ options, value }) => options.find(({ id }) => id === value)?.label ?? '',
  tick: showTick,
  choice: showTick,
  ink: ({ type, value }) => (!value ? '' : FIELD_KINDS[type].ink === 'initials' ? w.initialed : w.signed),
  file: ({ value, settings }) => (value ? String(settings.name ?? '') : ''),
  moment: ({ stamped_text }) => stamped_text ?? w.timestamp,
  none: showText,
};

/** True where a field leaves something on its page. */
export const leavesMark = (field: Field): boolean =>
  isTick(field) ? field.value === 'true' : !!field.value || FIELD_KINDS[field.type].value === 'moment';

/** The text that a field has on its page: the server's, else what it will be, as far as the page knows. */
export const textOnPage = (field: Field): string => field.stamped_text ?? shownValue(field);

/** The format that the sender chose for a date; undefined for the one of the reader's language. */
export const formatOf = ({ settings }: Field): DateFormat | undefined =>
  isDateFormat(settings.date_format) ? settings.date_format : undefined;
