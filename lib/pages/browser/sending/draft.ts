import type { FieldType } from '../../../fields/types.ts';

/** A draft as the API answers it, as far as the page works on it. */

export type RoleType = 'signer' | 'approver' | 'cc';
export type Method = 'email' | 'sms' | 'passcode' | 'kba' | 'id';

/** A person who is to act, and how. */
export interface Role {
  name: string;
  type: RoleType;
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
  email: string | null;
  phone: string | null;
  message: string | null;
  sequence: number;
  order: number;
  delegator: boolean;
  name_locked: boolean;
  locale: string | null;
  auth_methods: readonly Method[];
  phone_auth: string | null;
}

/** A field on its page. Places are points from the lower left corner. */
export interface PlacedField {
  name: string;
  role_name: string;
  document_id: string;
  type: FieldType;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  required: boolean;
  readonly: boolean;
  label: string | null;
  placeholder: string | null;
  default: string | null;
  group: string | null;
  options: readonly { id: string; label: string }[];
}

export interface DraftDocument {
  id: string;
  name: string;
  order: number;
  pages: number;
  page_sizes: Readonly<Record<string, { width: number; height: number }>>;
}

export interface Settings {
  name: string;
  description: string;
  visibility: 'private' | 'shared';
  expires_at: string | null;
  initial_reminder: number | null;
  followup_reminders: number | null;
}

/** The contents that one edits. They never change: each edit makes another one, which shares what stays. */
export interface Contents {
  settings: Settings;
  documents: readonly DraftDocument[];
  roles: readonly Role[];
  fields: readonly PlacedField[];
}

export type DraftRecord = Settings & {
  id: string;
  version: number;
  documents: DraftDocument[];
  roles: Role[];
  fields: PlacedField[];
};

/** The part of a draft's record that one edits. */
export const contentsOf = (draft: DraftRecord): Contents => ({
  settings: pick(draft, SETTINGS),
  documents: draft.documents.map((document) => pick(document, ['id', 'name', 'order', 'pages', 'page_sizes'])),
  roles: draft.roles.map((role) => pick(role, ROLE_MEMBERS)),
  fields: draft.fields.map((field) => pick(field, FIELD_MEMBERS)),
});

const SETTINGS = [
  'name',
  'description',
  'visibility',
  'expires_at',
  'initial_reminder',
  'followup_reminders',
] as const satisfies readonly (keyof Settings)[];

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
  'order',
  'delegator',
  'name_locked',
  'locale',
  'auth_methods',
  'phone_auth',
] as const satisfies readonly (keyof Role)[];

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
] as const satisfies readonly (keyof PlacedField)[];

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
