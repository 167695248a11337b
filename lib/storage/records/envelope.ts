import type { DocumentRecord, StoredPageSizes } from './document.ts';
import type { StoredField } from './field.ts';
import type { StoredPipelineSettings } from './organization.ts';
import type { StoredPermission, StoredRole } from './permissions.ts';
import type { SentCode } from './sent-code.ts';

/** An envelope's item collection as the table holds it. `README.md` in `lib/storage` says how it is read. */
export const ENVELOPE_STATUSES = ['pending', 'in progress', 'complete', 'declined', 'canceled'] as const;
export type EnvelopeStatus = (typeof ENVELOPE_STATUSES)[number];

export const RECIPIENT_STATUSES = [
  'pending',
  'invited',
  'opened',
  'signed',
  'submitted',
  'declined',
  'canceled',
  'failed',
] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

export const RECIPIENT_TYPES = ['signer', 'cc', 'approver'] as const;
export type RecipientType = (typeof RECIPIENT_TYPES)[number];

export const KEY_TYPES = ['email', 'sms', 'in_app', 'in_person_link'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

export const AUTH_METHODS = ['kba', 'passcode', 'sms', 'email', 'id'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** What has become of a method: null where nothing was done yet. */
export const AUTH_STATES = ['complete', 'failed', 'challenge', 'questions', 'differentiator'] as const;
export type AuthState = (typeof AUTH_STATES)[number];

/** A question of a knowledge-based check, with the choices. */
export interface KbaQuestion {
  type: string;
  prompt: string;
  answer: string[];
}

/** A check that waits for answers: by what the bureau knows it again, and whom it looked up. */
export interface KbaCase {
  reference: string;
  questions: KbaQuestion[];
  first_name: string;
  last_name: string;
}

/** A method that was passed, and by whom, as that person was known then. */
export interface Verification {
  method: AuthMethod;
  /** The method in words, for the certificate of completion. */
  proof: string;
  name: string;
  /** The address or phone number that was used; null where there was none. */
  address: string | null;
  at: string;
}

/**
 * What the header keeps of a recipient: all that lists show and that decides who sees the envelope, so that neither reads the
 * recipients themselves. Nothing that may be long, and nothing that only the recipient reads, such as disclosures.
 */
export interface Party {
  id: string;
  role_name: string;
  profile_id: string;
  type: RecipientType;
  status: RecipientStatus;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  sequence: number;
  order: number;
  delegator: boolean;
  delegated_to: string | null;
  claimed: boolean;
  agreed: boolean;
  name_locked: boolean;
  disclosures_accepted_at: string | null;
  key_used_to_conclude: KeyType | null;
  last_attempt_at: string | null;
  locale: string | null;
  timezone: string | null;
  auth_methods: AuthMethod[];
  auth_method_states: Partial<Record<AuthMethod, AuthState | null>>;
  created_at: string;
  updated_at: string;
}

/** The sender's organization, as it was when the envelope was made. */
export type SenderOrganization = {
  id: string;
  name: string;
  address: string | null;
  address2: string | null;
  phone: string | null;
  contact_email: string | null;
  slug: string | null;
  url: string | null;
  /** Whole addresses, as those of all pictures here. */
  full_logo_url: string | null;
  thumbnail_url: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  parent_id: string | null;
  style_overrides: string | null;
  disclaimer: string | null;
  terms_use_url: string | null;
  privacy_policy_url: string | null;
  powered_by_label: string | null;
  powered_by_url: string | null;
  pipeline_settings: StoredPipelineSettings;
  default_brand_id: string | null;
  locale: string | null;
  timezone: string | null;
  deletion_protected: boolean;
  created_at: string;
  updated_at: string;
};

/** The owner's profile, as it was when the envelope was made or handed over. */
export type SenderProfile = {
  id: string;
  user_id: string | null;
  organization_id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  picture: string | null;
  permissions: StoredPermission[];
  roles: StoredRole[];
  locale: string | null;
  timezone: string | null;
  created_at: string;
  updated_at: string;
};

/** A brand's settings for the look of pages, mails and seals. */
export interface StoredLook {
  name?: string;
  full_logo_url?: string;
  thumbnail_url?: string;
  favicon_url?: string;
  page_title?: string;
  primary_color?: string;
  secondary_color?: string;
  powered_by_label?: string;
  powered_by_url?: string;
  style_overrides?: string;
  disclaimer?: string;
  terms_use_url?: string;
  privacy_policy_url?: string;
  support_contact?: string;
  pdf_signature_reason?: string;
  pdf_signature_location?: string;
  email_display_name?: string;
  locale?: string;
  timezone?: string;
}

/** What an envelope keeps of its brand, as it was when the envelope was made: only what the brand sets. */
export interface BrandSnapshot {
  id: string;
  organization_id: string;
  key: string;
  look: StoredLook;
  /** True where mails may have a sender of their own: whether they do is looked up when they go out. */
  has_email_domain: boolean;
}

export interface EnvelopeItem {
  id: string;
  organization_id: string;
  profile_id: string;
  template_id: string | null;
  name: string;
  description: string | null;
  status: EnvelopeStatus;
  signed: boolean;
  sender_name: string;
  sender_email: string;
  /** The owner's own address: whose lists the envelope stands in. */
  owner_email: string;
  no_contact: boolean;
  visibility: 'private' | 'shared';
  /** Milliseconds after the invitation, and between the reminders that follow; null for none. */
  initial_reminder: number | null;
  followup_reminders: number | null;
  max_reminder_days: number;
  next_reminder: string | null;
  expires_at: string | null;
  canceled_at: string | null;
  completed_at: string | null;
  created_at: string;
  updated_at: string;
  data: Record<string, unknown> | null;
  locale: string | null;
  timezone: string | null;
  brand_key: string | null;
  /** The brand as it was when the envelope was made. */
  brand?: BrandSnapshot;
  /** The sender's organization and profile as they were when the envelope was made. */
  organization: SenderOrganization;
  profile: SenderProfile;
  parties: Party[];
  documents: DocumentSummary[];
  /** What the fields took when the envelope was made, in bytes (`size.ts`). */
  fields_bytes?: number;
  /** Counts the changes of state: each one conditions on it, so that two never act on the same state. */
  version: number;
  chain_head: string;
  event_count: number;
  /** The chain's head and length as the certificate of completion prints them; from the sealing on. */
  certified?: Certified;
  /** When the sealing is looked after again, should its message be lost. */
  seal_due_at: string | null;
  /** The key that encrypts its recipients' secrets, itself encrypted; absent where they were stored in plain text before. */
  data_key?: string;
}

/** A state of the chain of events. */
export interface Certified {
  chain_head: string;
  event_count: number;
}

export interface DocumentSummary {
  id: string;
  name: string;
  order: number;
  type: 'attachment' | 'certificate';
  pages: number;
}

export interface RecipientItem {
  id: string;
  envelope_id: string;
  organization_id: string;
  role_name: string;
  profile_id: string;
  type: RecipientType;
  status: RecipientStatus;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  sequence: number;
  order: number;
  delegator: boolean;
  delegated_to: string | null;
  message: string | null;
  claimed: boolean;
  agreed: boolean;
  name_locked: boolean;
  disclosures: string | null;
  disclosures_accepted_at: string | null;
  /** Why the recipient declined, in the recipient's words. Absent in records of before. */
  decline_reason?: string | null;
  key_used_to_conclude: KeyType | null;
  locale: string | null;
  timezone: string | null;
  in_app_key: string;
  created_at: string;
  updated_at: string;
  last_attempt_at: string | null;
  /** From where the recipient acted, for the certificate of completion. */
  opened_at: string | null;
  submitted_at: string | null;
  ip: string | null;
  user_agent: string | null;
  authentication: string[];
  /** The same, with who that was; absent in records of before this was noted. */
  verifications?: Verification[];
  /** How the recipient is verified, in this order. */
  auth_methods: AuthMethod[];
  auth_method_states: Partial<Record<AuthMethod, AuthState | null>>;
  /** Attempts at the step that is due. */
  auth_attempts: number;
  passcode: string | null;
  phone_auth: string | null;
  dob: string | null;
  ssn_last_4: string | null;
  kba: KbaCase | null;
  /** How often the recipient was started anew: what was filled before counts no longer. */
  round: number;
  /** Counts the changes of the recipient's fields: a submit stands on exactly the values that it checked. */
  revision: number;
  /** What the values that were filled take more than those that were sent, in bytes (`size.ts`). */
  filled_bytes?: number;
}

export interface FieldItem extends StoredField {
  envelope_id: string;
  organization_id: string;
  prepared: boolean;
  value: string | null;
  /** Profile of whose signature or initials these are. */
  signed_by: string | null;
  /** The recipient's round in which it was filled. */
  round: number;
  /** What the sender prepared: it comes back when the recipient is started anew. */
  prepared_value: string | null;
  /** What the platform notes of an attachment that the sender prepared. */
  prepared_marks?: Record<string, unknown>;
  /** Of a radio button: the number of the choice that fell on it. The last one in a group counts (`current.ts`). */
  choice?: number;
  /** The same of what the sender prepared. */
  prepared_choice?: number;
}

export interface DocumentItem {
  id: string;
  envelope_id: string;
  organization_id: string;
  template_document_id: string | null;
  order: number;
  type: 'attachment' | 'certificate';
  name: string;
  pages: number;
  mime: string;
  size: number;
  signed: boolean;
  page_sizes: StoredPageSizes;
  /** Of the document of record, hex. */
  sha256: string;
  /** Absent from documents that were taken in before there were documents of record. */
  record?: DocumentRecord;
  /** S3 keys of the document of record, and of the sealed document. */
  file: string;
  sealed_file: string | null;
  sealed_sha256: string | null;
  seal_level: string | null;
  created_at: string;
  updated_at: string;
}

export interface AccessKeyItem {
  /** Of the key itself, which stands nowhere: the record is found by it. */
  hash: string;
  id: string;
  envelope_id: string;
  role_name: string;
  /** The recipient's profile that it was made for: whoever is somebody else has another. Null, in older ones: whoever it is. */
  profile_id: string | null;
  type: KeyType;
  expires_at: string;
  created_at: string;
  first_used: string | null;
  last_used: string | null;
}

/** The latest one-time codes that were sent to a recipient, as hashes. */
export interface CodeItem {
  role_name: string;
  method: 'email' | 'sms';
  codes: SentCode[];
  ttl: number;
}

/** A signature or initials image that a field of this envelope shows, kept once an envelope. */
export interface ImageItem {
  id: string;
  image: Uint8Array;
}

/** Who did it. `system` is the platform itself (a reminder, an expiry, the seal). */
export interface StoredActor {
  type: 'user' | 'signer' | 'system';
  /** Profile of a user, access key of a signer. */
  id: string | null;
  email: string | null;
  ip: string | null;
  user_agent: string | null;
}

/** Subject of an event, as it was then. */
export interface EventSubject {
  envelope: {
    id: string;
    name: string;
    status: EnvelopeStatus;
    signed: boolean;
    template_id: string | null;
    profile_id: string;
    organization_id: string;
    created_at: string;
    updated_at: string;
    data: Record<string, unknown> | null;
  };
  /** Of the event's role. */
  recipient?: {
    id: string;
    role_name: string;
    type: RecipientType;
    status: RecipientStatus;
    first_name: string;
    last_name: string;
    email: string;
  };
}

/** One link of the chain: at once the audit entry, the history entry and the outbox message. */
export interface EventItem {
  id: string;
  envelope_id: string;
  organization_id: string;
  /** 1 for the first. */
  sequence: number;
  created_at: string;
  event: string;
  /** Empty for what is about the envelope as a whole. */
  role_name: string;
  event_detail: string;
  actor: StoredActor;
  data: Record<string, unknown>;
  previous_hash: string;
  hash: string;
  /** For its webhook; no part of the chain. */
  subject: EventSubject;
}

/** Where everybody is in an envelope, and what happened: what messages are made of. Of what was filled in it has nothing. */
export interface EnvelopeProgress {
  envelope: EnvelopeItem;
  recipients: RecipientItem[];
  events: Omit<EventItem, 'data'>[];
}

/** Everything about one envelope: its whole item collection, sorted out. */
export interface EnvelopeState {
  envelope: EnvelopeItem;
  recipients: RecipientItem[];
  fields: FieldItem[];
  documents: DocumentItem[];
  events: EventItem[];
  keys: AccessKeyItem[];
  images: ImageItem[];
  codes: CodeItem[];
}
