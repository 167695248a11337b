import type { Draft } from '../shared/answers.ts';

/** The parts of a draft that one edits, as the API answers them. */

const SETTINGS = [
  'name',
  'description',
  'visibility',
  'expires_at',
  'initial_reminder',
  'followup_reminders',
] as const satisfies readonly (keyof Draft)[];

const DOCUMENT_MEMBERS = [
  'id',
  'name',
  'order',
  'pages',
  'page_sizes',
] as const satisfies readonly (keyof Draft['documents'][number])[];

const ROLE_MEMBERS = [
  'name',
  'type',
  'first_name',
  'last_name',
  'full_name',
  'email',
  'phone',
  'message',
  'sequence',
  'step_needs',
  'only_if',
  'named_by',
  'may_name_self',
  'shared',
  'may_send_back',
  'signature_meaning',
  'order',
  'delegator',
  'name_locked',
  'locale',
  'auth_methods',
  'phone_auth',
  'identity_provider',
  'identity_claim',
  'trust_service',
] as const satisfies readonly (keyof Draft['roles'][number])[];

const FIELD_MEMBERS = [
  'name',
  'role_name',
  'document_id',
  'type',
  'page',
  'x',
  'y',
  'width',
  'height',
  'required',
  'readonly',
  'label',
  'placeholder',
  'default',
  'group',
  'options',
  'validator',
  'settings',
] as const satisfies readonly (keyof Draft['fields'][number])[];

export type Settings = Pick<Draft, (typeof SETTINGS)[number]>;
export type DraftDocument = Pick<Draft['documents'][number], (typeof DOCUMENT_MEMBERS)[number]>;
/** A person who is to act, and how. */
export type Role = Pick<Draft['roles'][number], (typeof ROLE_MEMBERS)[number]>;
export type RoleType = Role['type'];
export type Method = Role['auth_methods'][number];
/** A field on its page. Places are points from the lower left corner. */
export type PlacedField = Pick<Draft['fields'][number], (typeof FIELD_MEMBERS)[number]>;

/** The contents that one edits. They never change: each edit makes another one, which shares what stays. */
export interface Contents {
  settings: Settings;
  documents: readonly DraftDocument[];
  roles: readonly Role[];
  fields: readonly PlacedField[];
}

/** A record of which one edits a part. */
type Edited = Settings & {
  documents: readonly DraftDocument[];
  roles: readonly Role[];
  fields: readonly PlacedField[];
};

/** The part of a draft's record that one edits. */
export const contentsOf = (draft: Edited): Contents => ({
  settings: pick(draft, SETTINGS),
  documents: draft.documents.map((document) => pick(document, DOCUMENT_MEMBERS)),
  roles: draft.roles.map((role) => pick(role, ROLE_MEMBERS)),
  fields: draft.fields.map((field) => pick(field, FIELD_MEMBERS)),
});

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
