import type { FieldItem, RecipientItem } from '../../storage/records/envelope.ts';
import { MARKED, withoutMarks } from './values.ts';

/**
 * What an envelope's fields hold, free of any I/O: as the sender has sent them, as their recipient has filled them, and as
 * others are shown them.
 */

/**
 * The field as the sender sent it: with what was prepared, else with its default. This is what everybody is shown until
 * the recipient has submitted, and what a recipient who is started anew begins with.
 */
export const asSent = (field: FieldItem): FieldItem => {
  const value = field.type === 'timestamp' ? null : field.prepared ? field.prepared_value : field.default;
  const settings = !MARKED.includes(field.type)
    ? field.settings
    : { ...withoutMarks(field.settings), ...(field.prepared ? field.prepared_marks : {}) };
  // Nothing is attached without a file.
  const isLost = field.type === 'attachment' && settings.file === undefined;
  return {
    ...field,
    value: isLost ? null : value,
    settings,
    signed_by: null,
    choice: field.prepared ? field.prepared_choice : undefined,
  };
};

/**
 * A field as it stands for its recipient now. Timestamp fields are never sent: they hold the moment at which their
 * recipient submitted. What somebody signed who was the recipient before the address was corrected is not signed, and what
 * was filled before the recipient was started anew is as it was when the envelope was sent.
 */
export const currentField = (field: FieldItem, recipient: RecipientItem | undefined): FieldItem => {
  if (field.type === 'timestamp') return { ...field, value: recipient?.submitted_at ?? null };
  if (recipient && field.round !== recipient.round) return { ...asSent(field), round: recipient.round };
  if (field.signed_by === null || field.signed_by === recipient?.profile_id) return field;
  return { ...field, value: null, settings: withoutMarks(field.settings) };
};

/** All fields as they stand for their recipients now. */
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
 * The current fields as they are shown to somebody who sees more than what was sent only of the roles that `sees` says:
 * of all others, what the recipient types, draws or attaches shows once the recipient has submitted.
 */
export const shownFields = (
  fields: readonly FieldItem[],
  recipients: readonly RecipientItem[],
  sees: (role_name: string) => boolean,
): FieldItem[] => {
  const open = new Set(
    recipients
      .filter(({ role_name, status }) => status === 'submitted' || sees(role_name))
      .map(({ role_name }) => role_name),
  );
  return withOneChoice(fields.map((field) => (open.has(field.role_name) ? field : asSent(field))));
};

/**
 * Of the radio buttons of one role and group, the one that was chosen last counts, and no other. That follows from the
 * number of the choice when they are read, so that choosing one writes one, however large its group is.
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

const groupOf = ({ type, group, role_name }: FieldItem): string | null =>
  type === 'radio' && group !== null ? JSON.stringify([role_name, group]) : null;
