import type { Condition } from '../../fields/rules/rule.ts';
import type { FieldType } from '../../fields/types.ts';
import type { DocumentRecord, StoredPageSizes } from './document.ts';
import type { AuthMethod, IdentityClaim, SignatureMeaning } from './envelope.ts';
import type { StoredField } from './field.ts';

/** Visibility of a template: its creator, the organization, or everyone. */
export type TemplateVisibility = 'private' | 'shared' | 'public';

/** The part of a template that lists show, in its header and in its entry of each list. */
export interface Listed {
  id: string;
  profile_id: string;
  organization_id: string;
  name: string;
  description: string;
  sender: 'envelope_creator' | 'template_owner';
  visibility: TemplateVisibility;
  is_sendable: boolean;
  star_counter: number;
  counter: number;
  last_used_at: string | null;
  /** In milliseconds. */
  initial_reminder: number | null;
  followup_reminders: number | null;
  max_reminder_days: number;
  created_at: string;
  updated_at: string;
}

/** A template's header: the part that lists show, and the version on which every change is conditioned. */
export interface TemplateItem extends Listed {
  /** Data that its owner attaches. */
  data: Record<string, unknown> | null;
  version: number;
  /** Profile of whoever changed it last; absent for its creator. */
  changed_by?: string;
  /** Settings of the envelope that it will be, if this is a draft: a template of one use, in lists of its own. */
  draft?: DraftSettings;
  /** The envelope that was made of this draft. It is in no list any more, and the table drops it at `ttl`. */
  sent?: string;
  ttl?: number;
}

/** Settings of a draft's envelope beside those that it shares with templates. */
export interface DraftSettings {
  /** The template that the draft was made from. */
  template_id: string | null;
  /** The envelope that is canceled once the draft is sent; absent for none. */
  replaces?: string | null;
  /** ISO 8601. Null: the organization's default. `never`: none. */
  expires_at: string | null;
  no_contact: boolean;
  /** Undefined: the organization's. Null: for good. */
  retention_days?: number | null;
  brand_key: string | null;
  locale: string | null;
  timezone: string | null;
}

export interface TemplateRoleItem extends Partial<KnownOfPerson> {
  template_id: string;
  name: string;
  type: 'signer' | 'cc' | 'approver';
  full_name: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  message: string | null;
  sequence: number;
  /** Number of roles of its `sequence` that is enough; absent where all of them act. */
  step_needs?: number | null;
  /** The role takes part only if this holds when its turn comes; absent for always. */
  only_if?: Condition | null;
  /** Role of whoever puts the person in; absent where the sender does. */
  named_by?: string | null;
  /** True if whoever does may put in the own address. */
  may_name_self?: boolean;
  /** True for a group with a shared mailbox. */
  shared?: boolean;
  /** True if the role may send the envelope back to those who signed before. */
  may_send_back?: boolean;
  /** The meaning of the role's signature; absent or null where the type says it. */
  signature_meaning?: SignatureMeaning | null;
  order: number;
  delegator: boolean;
  name_locked: boolean;
  /** Of a draft's role alone: the person's language and verification. Secrets are given when it is sent. */
  locale?: string | null;
  auth_methods?: Exclude<AuthMethod, 'id'>[];
  phone_auth?: string | null;
  identity_provider?: string | null;
  identity_claim?: IdentityClaim | null;
  trust_service?: string | null;
}

/** Facts about a person who is asked questions: of a draft's role alone, and for whoever made the draft. */
export interface KnownOfPerson {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  dob: string | null;
}

export interface TemplateFieldItem extends StoredField {
  template_id: string;
}

export interface TemplateDocumentItem {
  id: string;
  template_id: string;
  organization_id: string;
  name: string;
  order: number;
  pages: number;
  mime: string;
  size: number;
  page_sizes: StoredPageSizes;
  created_at: string;
  updated_at: string;
  /** SHA-256 of the document of record, hex. */
  sha256: string;
  record: DocumentRecord;
  /** The file's original name. */
  original_name: string;
  /** Pages whose images are in the bucket: numbers of pages, 0 for the thumbnail. */
  rendered?: Set<number>;
  /** Pages that are drawn as signers see them, beside the first. */
  viewed?: Set<number>;
  /** The pipeline removed fields from its pages; the uploaded file is stored beside it, with its own images. */
  processed?: boolean;
  rendered_upload?: Set<number>;
  /** The fields of the file's own form, to be proposed. */
  form?: ProposedField[];
  /** Names its files since its first one was replaced; the document's id until then. */
  file_id?: string;
  /** The file before the last replacement, which can be brought back. */
  previous?: ReplacedFile;
}

/** A field of a document's own form, that may become one of the template. */
export interface ProposedField {
  name: string;
  type: FieldType;
  page: number;
  /** Its lower left corner and its size, in points of the displayed page. */
  x: number;
  y: number;
  width: number;
  height: number;
  required: boolean;
  label: string | null;
  options: { id: string; label: string }[];
}

/** A document's file, by what the document said of it. */
export type ReplacedFile = Pick<
  TemplateDocumentItem,
  | 'name'
  | 'original_name'
  | 'pages'
  | 'mime'
  | 'size'
  | 'page_sizes'
  | 'sha256'
  | 'record'
  | 'processed'
  | 'form'
  | 'file_id'
>;

export interface TemplateStarItem {
  profile_id: string;
  created_at: string;
}

/** A template with all its parts. Roles, fields and documents are in no particular order. */
export interface Template {
  header: TemplateItem;
  roles: TemplateRoleItem[];
  fields: TemplateFieldItem[];
  documents: TemplateDocumentItem[];
  stars: TemplateStarItem[];
  /**
   * Fields whose document is not there: it is being added or removed, or that was interrupted. Nobody sees them, and
   * their names are free.
   */
  strays: TemplateFieldItem[];
}
