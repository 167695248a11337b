import { FIELD_KINDS, isExclusive } from '../../../fields/kinds.ts';
import { isMarked, withoutMarks } from '../../../fields/marks.ts';
import type { FieldItem, RecipientItem } from '../../../storage/records/envelope.ts';
import { type ShownField, withRules } from './field-rules.ts';

/**
 * Values of an envelope's fields, without I/O: as the sender sent them, as their recipients filled them, and as others
 * see them.
 */

/**
 * Returns the field as the sender sent it: with its prepared value, else its default. Everybody sees it so until the
 * recipient submits, and a recipient who starts again begins with it.
 */
const asSent = (field: FieldItem): FieldItem => {
  const { value: form } = FIELD_KINDS[field.type];
  const value = form === 'moment' ? null : field.prepared ? field.prepared_value : field.default;
  const settings = !isMarked(field.type)
    ? field.settings
    : { ...withoutMarks(field.settings), ...(field.prepared ? field.prepared_marks : {}) };
  // Without a file there is no attachment.
  const isLost = form === 'file' && settings.file === undefined;
  return {
    ...field,
    value: isLost ? null : value,
    settings,
    signed_by: null,
    choice: field.prepared ? field.prepared_choice : undefined,
  };
};

/**
 * Returns a field as its recipient sees it now. Timestamp fields get the time of the recipient's submit. A signature of
 * the previous person, before the address was corrected, doesn't count, nor one from before the envelope was sent back.
 * After a restart the field is as it was sent.
 */
export const currentField = (field: FieldItem, recipient: RecipientItem | undefined): FieldItem => {
  if (FIELD_KINDS[field.type].value === 'moment') return { ...field, value: recipient?.submitted_at ?? null };
  if (recipient && field.round !== recipient.round) return { ...asSent(field), round: recipient.round };
  const isOwn = field.signed_by === recipient?.profile_id && (field.reopened ?? 0) === (recipient?.reopened ?? 0);
  if (field.signed_by === null || isOwn) return field;
  return { ...field, value: null, settings: withoutMarks(field.settings) };
};

/** All fields as their recipients see them now. */
export const currentFields = (fields: readonly FieldItem[], recipients: readonly RecipientItem[]): FieldItem[] =>
  withOneChoice(
    fields.map((field) =>
      currentField(
        field,
        recipients.find(({ role_name }) => role_name === field.role_name),
      ),
    ),
  );

/**
 * The current fields for a viewer who sees the unsubmitted values of some roles only (`sees`). Values of other roles
 * appear once their recipient has submitted. Rules are applied to the values that are shown, not to what was sent.
 */
export const shownFields = (
  fields: readonly FieldItem[],
  recipients: readonly RecipientItem[],
  sees: (role_name: string) => boolean,
): ShownField[] => {
  const open = new Set(
    recipients
      .filter(({ role_name, status }) => status === 'submitted' || sees(role_name))
      .map(({ role_name }) => role_name),
  );
  const shown = withOneChoice(fields.map((field) => (open.has(field.role_name) ? field : asSent(field))));
  return withRules(shown, recipients, (role_name) => open.has(role_name));
};

/**
 * Among the radio buttons of one role and group only the last choice counts. It follows from the choice's number when
 * the fields are read, so that a choice writes one field, however large its group is.
 */
const withOneChoice = (fields: readonly FieldItem[]): FieldItem[] => {
  const last = new Map<string, FieldItem>();
  for (const field of fields) {
    const group = groupOf(field);
    if (group === null || !field.choice) continue;
    const before = last.get(group);
    if (!before || (before.choice ?? 0) <= field.choice) last.set(group, field);
  }
  if (last.size === 0) return [...fields];
  return fields.map((field) => {
    const chosen = last.get(groupOf(field) ?? '');
    return chosen === undefined || chosen === field ? field : { ...field, value: 'false' };
  });
};

const groupOf = (field: FieldItem): string | null =>
  isExclusive(field) && field.group !== null ? JSON.stringify([field.role_name, field.group]) : null;
