/** A JSON value, as the API answers it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

type Members = { [name: string]: Json };

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The named members of a record that have a value. What isn't named is never shown: in-app keys open signing sessions,
 * passcodes verify people, and pictures of signatures would fill a model's context.
 */
const pick = (record: Json | undefined, names: readonly string[]): Members =>
  isMembers(record)
    ? Object.fromEntries(
        names.flatMap((name) => {
          const value = record[name];
          return value === undefined || value === null || value === '' ? [] : [[name, value] as const];
        }),
      )
    : {};

const each = (list: Json | undefined, show: (one: Json) => Json): Json[] => (Array.isArray(list) ? list.map(show) : []);

const RECIPIENT = [
  'role_name',
  'type',
  'status',
  'first_name',
  'last_name',
  'email',
  'phone',
  'sequence',
  'order',
  'delegated_to',
  'delivery_error',
  'auth_methods',
  'message',
  'locale',
];
const ENVELOPE = [
  'id',
  'name',
  'description',
  'status',
  'signed',
  'seal_error',
  'template_id',
  'sender_name',
  'sender_email',
  'no_contact',
  'visibility',
  'initial_reminder',
  'followup_reminders',
  'max_reminder_days',
  'next_reminder',
  'created_at',
  'updated_at',
  'expires_at',
  'canceled_at',
];
const DOCUMENT = ['id', 'name', 'type', 'order', 'pages', 'size', 'signed'];
const FIELD = [
  'name',
  'role_name',
  'type',
  'label',
  'document_id',
  'page',
  'x',
  'y',
  'required',
  'readonly',
  'prepared',
  'options',
  'default',
  'value',
];
const ENTRY = ['created_at', 'event', 'event_detail', 'role_name', 'application'];
const TEMPLATE = ['id', 'name', 'description', 'visibility', 'is_sendable', 'counter', 'created_at', 'updated_at'];
const ROLE = ['name', 'type', 'sequence', 'order', 'first_name', 'last_name', 'email', 'message'];
const PAGE = ['count', 'page', 'rows', 'next'];

const showListed = (envelope: Json): Members => ({
  ...pick(envelope, ENVELOPE),
  recipients: each(isMembers(envelope) ? envelope.recipients : [], (one) => pick(one, RECIPIENT)),
});

export const showRecipient = (recipient: Json): Json => pick(recipient, RECIPIENT);

export const showEnvelope = (envelope: Json): Json => {
  if (!isMembers(envelope)) return {};
  return {
    ...showListed(envelope),
    documents: each(envelope.documents, (one) => pick(one, DOCUMENT)),
    fields: each(envelope.fields, (one) => pick(one, FIELD)),
    history: each(envelope.history_entries, (one) => pick(one, ENTRY)),
  };
};

export const showEnvelopes = (answer: Json): Json =>
  isMembers(answer) ? { ...pick(answer, PAGE), envelopes: each(answer.envelopes, showListed) } : {};

export const showTemplate = (template: Json): Json => {
  if (!isMembers(template)) return {};
  return {
    ...pick(template, TEMPLATE),
    roles: each(template.roles, (one) => pick(one, ROLE)),
    documents: each(template.documents, (one) => pick(one, DOCUMENT)),
    fields: each(template.fields, (one) => pick(one, FIELD)),
  };
};

export const showTemplates = (answer: Json): Json =>
  isMembers(answer)
    ? {
        ...pick(answer, PAGE),
        templates: each(answer.templates, (one) => ({
          ...pick(one, TEMPLATE),
          roles: each(isMembers(one) ? one.roles : [], (role) => pick(role, ROLE)),
        })),
      }
    : {};

export const showDocumentLink = (link: Json): Json => ({ link, works_for: '5 minutes' });

export const showDone = (): Json => ({ status: 'OK' });
