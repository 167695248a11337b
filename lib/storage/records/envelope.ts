import type { Condition } from '../../fields/rules/rule.ts';
import type { LevelReason } from '../../pdf/trust/levels.ts';
import type { Key } from '../engine/key.ts';
import type { EventName } from '../outbox/event-names.ts';
import type { BrandLook } from './brand.ts';
import type { CertificateSignature } from './certificate-signature.ts';
import type { DocumentRecord, StoredPageSizes } from './document.ts';
import type { StoredField } from './field.ts';
import type { OrganizationItem } from './organization.ts';
import type { ProfileItem } from './profile.ts';
import type { SentCode } from './sent-code.ts';

/** Records of an envelope's item collection. `README.md` in `lib/storage` says how it is read. */
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

/** Meanings that a sender may give a signature; without one the recipient's type says it. */
export const SIGNATURE_MEANINGS = ['sign', 'approve', 'review'] as const;
export type SignatureMeaning = (typeof SIGNATURE_MEANINGS)[number];

export const KEY_TYPES = ['email', 'sms', 'in_app', 'in_person_link'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

export const AUTH_METHODS = ['kba', 'passcode', 'sms', 'email', 'id', 'passkey', 'oidc', 'csc'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** Results of a method; null before its first attempt. */
export const AUTH_STATES = ['complete', 'failed', 'challenge', 'questions', 'differentiator'] as const;
export type AuthState = (typeof AUTH_STATES)[number];

/** A question of a knowledge-based check, with the choices. */
export interface KbaQuestion {
  type: string;
  prompt: string;
  answer: string[];
}

/** A check that waits for answers: the bureau's reference of the case, and the person that was looked up. */
export interface KbaCase {
  reference: string;
  questions: KbaQuestion[];
  first_name: string;
  last_name: string;
}

/** A passed method, with the person as known at that time. */
export interface Verification {
  method: AuthMethod;
  /** The method in words, for the certificate of completion. */
  proof: string;
  name: string;
  /** The address or phone number that was used; null if there was none. */
  address: string | null;
  at: string;
  /** Of the method `oidc`: the person at the provider, and the claim that was demanded. */
  issuer?: string;
  subject?: string;
  claim?: IdentityClaim;
}

/** A claim of an identity provider, with the value that it must have. */
export interface IdentityClaim {
  name: string;
  value: string;
}

/** Proofs that one signing session has given of its person. */
export interface SessionProofs {
  /** Id of the signing session (`sid` in its tokens). */
  session: string;
  states: Partial<Record<AuthMethod, AuthState | null>>;
  verifications: Verification[];
  /** The knowledge-based check that waits for this session's answers. */
  kba: KbaCase | null;
}

/**
 * The part of a recipient in the header: everything that lists show and that decides who sees the envelope, so that
 * neither reads the recipients. Nothing long, and nothing that only the recipient reads, such as disclosures.
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
  /** Time at which it became this person's turn; null if that was when the record was made, or wasn't yet. */
  turn_since: string | null;
  /** Number of recipients of its `sequence` that is enough; absent where all of them act. */
  step_needs?: number;
  /** True of a recipient who needn't act any more, because enough others of the step have; absent else. */
  released?: boolean | undefined;
  /** True of a recipient whose condition didn't hold when the turn came; absent else. */
  skipped?: boolean | undefined;
  /** Role of the recipient who puts the person in, or has put it in; absent where the sender names it. */
  named_by?: string | undefined;
  /** True if whoever does may put in the own address; absent else. */
  may_name_self?: boolean | undefined;
  /** True of a person who was put in so; absent before, and else. */
  named?: boolean | undefined;
  /** Of a group with a shared mailbox: its name, as the sender gave it. Absent for one person. */
  shared?: { first_name: string; last_name: string } | undefined;
  /** The signing session that has it for the group, and since when; absent while none has. */
  held_in?: string | undefined;
  held_since?: string | undefined;
  /** True if the recipient may send the envelope back to those who signed before; absent else. */
  may_send_back?: boolean | undefined;
  /** The meaning that the sender chose for the signature; absent where the type says it. */
  signature_meaning?: SignatureMeaning | undefined;
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
  /** The methods of verification, in this order. */
  auth_methods: AuthMethod[];
  /**
   * Progress as the sender sees it: of the session that passed a step last, from the recipient's end on of the one that
   * concluded. It allows nothing.
   */
  auth_method_states: Partial<Record<AuthMethod, AuthState | null>>;
  /** Ids of the signing sessions that have passed all methods; absent while none has. */
  proven_in?: string[] | undefined;
  created_at: string;
  updated_at: string;
}

/** The sender's organization when the envelope was created. The addresses of its pictures are whole. */
export type SenderOrganization = Omit<
  OrganizationItem,
  keyof Key | 'data' | 'part_11' | 'gsi1pk' | 'gsi1sk' | 'ttl' | 'list_parts'
>;

/** The owner's profile when the envelope was created or handed over. The address of its picture is whole. */
export type SenderProfile = Omit<
  ProfileItem,
  keyof Key | 'invited' | 'locked' | 'lock_reason' | 'group_ids' | 'gsi1pk' | 'gsi1sk' | 'ttl'
>;

/** The envelope's copy of its brand at its creation: only what the brand sets. */
export interface BrandSnapshot {
  id: string;
  organization_id: string;
  key: string;
  look: { [Name in keyof BrandLook]?: string };
  /** True if the brand may have its own sender address; its state is read when mails are sent. */
  has_email_domain: boolean;
  has_app_domain: boolean;
}

export interface EnvelopeItem {
  id: string;
  /** The form in which it was stored (`items.ts`); absent before. */
  record_version?: number;
  organization_id: string;
  profile_id: string;
  template_id: string | null;
  name: string;
  description: string | null;
  status: EnvelopeStatus;
  signed: boolean;
  sender_name: string;
  sender_email: string;
  /** The owner's e-mail address, which names the owner's list of envelopes. */
  owner_email: string;
  no_contact: boolean;
  visibility: 'private' | 'shared';
  /** Milliseconds after the invitation, and between later reminders; null for none. */
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
  /** The brand at the envelope's creation. */
  brand?: BrandSnapshot;
  /** The sender's organization and profile at the envelope's creation. */
  organization: SenderOrganization;
  profile: SenderProfile;
  parties: Party[];
  documents: DocumentSummary[];
  /** Size of the fields at the envelope's creation, in bytes (`size.ts`). */
  fields_bytes?: number;
  /** Counts the changes of state: each is conditioned on it, so that two never act on the same state. */
  version: number;
  /** The part of its organization's and its owner's lists that has it; absent for the first. It never changes. */
  list_part?: number;
  /** The version of the last change that lists show; absent while it is the present one. */
  shown_version?: number | undefined;
  chain_head: string;
  event_count: number;
  /** The chain's head and length as the certificate of completion prints them; set by the sealing. */
  certified?: Certified;
  /** Time of the next look at the sealing, in case its message is lost. */
  seal_due_at: string | null;
  /** Failed attempts at the sealing since the owner last asked for one. */
  seal_failures?: number;
  /** The reason why the sealing fails; absent or null while nothing is known. */
  seal_error?: string | null;
  /** Time of the next look at the seals of a sealed envelope; null or absent for none. */
  seal_renew_at?: string | null;
  /** Days for which the envelope is kept after its end; null or absent: for good. */
  retention_days?: number | null;
  /** True if whoever made it may send to some domains alone: then recipients put in nobody outside of them. */
  sent_inside?: boolean;
  /** True if it is signed as 21 CFR Part 11 asks; absent for false. It never changes. */
  part_11?: boolean;
  /** Time of its end. Set where it is kept for a time only. */
  ended_at?: string;
  /** Time at which its parties were told of the deletion; null or absent before. */
  deletion_announced_at?: string | null;
  /** Time at which the deletion began. */
  deletion_started_at?: string;
  /**
   * The envelope that was canceled because this one was sent in its place, and the other way round; absent for none.
   */
  replaces?: string;
  replaced_by?: string;
  /** Addresses and numbers of people who have reported the envelope: nothing more about it is sent there. */
  unwanted_by?: readonly string[] | undefined;
  /** The key that encrypts its recipients' secrets, itself encrypted; absent while they have none. */
  data_key?: string;
}

/** A state of the chain of events. */
export interface Certified {
  chain_head: string;
  event_count: number;
}

/** A document as lists show it. */
export interface DocumentSummary
  extends Pick<
    DocumentItem,
    | 'id'
    | 'name'
    | 'order'
    | 'type'
    | 'pages'
    | 'template_document_id'
    | 'mime'
    | 'size'
    | 'signed'
    | 'created_at'
    | 'updated_at'
  > {
  /** Sizes of the pages, the first 200 changes of size. */
  page_runs: PageRun[];
}

/** So many pages that follow each other have this width and height. */
export type PageRun = [pages: number, width: number, height: number];

/** The comment of a reviewer who sent the envelope back, for those who are asked again. */
export interface SentBack {
  by: string;
  /** The reviewer's name as it was then. */
  name: string;
  reason: string;
  at: string;
}

export interface RecipientItem extends Party {
  envelope_id: string;
  organization_id: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  message: string | null;
  disclosures: string | null;
  /** The recipient's reason for declining. */
  decline_reason: string | null;
  /** Fate of the last mail to the recipient that came back. */
  delivery_error: 'bounced' | 'complained' | null;
  in_app_key: string;
  /** The recipient's connection, for the certificate of completion. */
  opened_at: string | null;
  submitted_at: string | null;
  ip: string | null;
  user_agent: string | null;
  /** The methods that the same session passed, as the certificate names them. */
  authentication: string[];
  /** The same with the person; absent in older records. */
  verifications?: Verification[];
  /** Methods that each of the latest sessions has passed so far; absent while none has passed anything. */
  proofs?: SessionProofs[] | undefined;
  /** Wrong attempts at each method since it was passed last, in whatever session; absent while there are none. */
  wrong_attempts?: Partial<Record<AuthMethod, number>> | undefined;
  passcode: string | null;
  phone_auth: string | null;
  /** The sender's provider (`RecipientProviderItem`) at which the recipient signs in. */
  identity_provider: string | null;
  /** The claim that tells the recipient there; null for the address, verified. */
  identity_claim: IdentityClaim | null;
  /** The trust service at which the recipient signs with an own certificate. */
  trust_service: string | null;
  dob: string | null;
  ssn_last_4: string | null;
  /** Number of restarts: values of earlier rounds don't count. */
  round: number;
  /** Times that the envelope was sent back to before the recipient's part was done; absent for none. */
  reopened?: number | undefined;
  /** The last of them, until the recipient has submitted again; absent else. */
  sent_back?: SentBack | undefined;
  /** The recipient takes part only if this holds when the turn comes; absent for always. */
  only_if?: Condition;
  /** Counts the changes of the recipient's fields: a submit is conditioned on the values that it checked. */
  revision: number;
  /** Roles whose values the rules of the recipient's fields saw at the submit; absent without rules and before. */
  rules_saw?: string[] | undefined;
  /** The certificate with which it was signed; absent before, and where none is asked for. */
  certificate_signature?: CertificateSignature | undefined;
  /** Bytes that the filled values take beyond those that were sent (`size.ts`). */
  filled_bytes?: number;
}

export interface FieldItem extends StoredField {
  envelope_id: string;
  organization_id: string;
  prepared: boolean;
  value: string | null;
  /** Profile of the person whose signature or initials these are. */
  signed_by: string | null;
  /** The recipient's round in which it was filled. */
  round: number;
  /** The recipient's `reopened` when it was signed or initialed; absent for none. */
  reopened?: number | undefined;
  /** The value that the sender prepared: it returns when the recipient is restarted. */
  prepared_value: string | null;
  /** The platform's marks of an attachment that the sender prepared. */
  prepared_marks?: Record<string, unknown>;
  /** Number of the choice of this radio button. The latest one in a group counts (`current.ts`). */
  choice?: number;
  /** The same for the prepared value. */
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
  /** SHA-256 of the document of record, hex. */
  sha256: string;
  record: DocumentRecord;
  /** S3 keys of the document of record, and of the sealed document. */
  file: string;
  sealed_file: string | null;
  /** SHA-256 of the document as it was sealed first. Later files begin with that one. */
  sealed_sha256: string | null;
  /** Bytes of that file; absent before the sealing. */
  sealed_size?: number;
  seal_level: string | null;
  /** The reason why the level isn't higher, and what servers answered. Absent before the sealing. */
  seal_reason?: LevelReason | null;
  seal_detail?: string | null;
  /** Time at which the seal is due to be renewed or raised; null for never. */
  seal_renew_at?: string | null;
  /** Tries to do so that failed since the last success. */
  seal_renew_failures?: number;
  /** Later files of the document, which only append to the seal, the oldest first. `sealed_file` is the last one's. */
  renewals?: SealRenewal[];
  created_at: string;
  updated_at: string;
}

/** A file that continues a sealed one with validation data and a document time-stamp. */
export interface SealRenewal {
  sha256: string;
  size: number;
  level: string;
  created_at: string;
}

export interface AccessKeyItem {
  /** Hash of the key itself, which is stored nowhere: the record is found by it. */
  hash: string;
  id: string;
  envelope_id: string;
  role_name: string;
  /** The recipient's profile for which it was made: another person has another profile. */
  profile_id: string;
  type: KeyType;
  expires_at: string;
  created_at: string;
}

/** Hashes of the latest one-time codes that were sent to a recipient. */
export interface CodeItem {
  role_name: string;
  method: 'email' | 'sms';
  codes: SentCode[];
  ttl: number;
}

/** A signature or initials image that fields of this envelope show, stored once for each envelope. */
export interface ImageItem {
  id: string;
  image: Uint8Array;
}

/** The acting person. `system` is the platform itself (a reminder, an expiry, the seal). */
export interface Actor {
  type: 'user' | 'signer' | 'system';
  /** Profile of a user, access key of a signer. */
  id: string | null;
  email: string | null;
  ip: string | null;
  user_agent: string | null;
  /** The signer's session, where the recipient has methods of verification; absent in all other events. */
  session?: string;
  /** The API key or application through which a user acted; absent in most events. */
  client?: { kind: 'api_key' | 'oauth_app'; id: string; name: string };
}

/** Subject of an event at that time. */
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
  /** The event's recipient. */
  recipient?: Pick<Party, 'id' | 'role_name' | 'type' | 'status' | 'first_name' | 'last_name' | 'email'>;
}

/** One link of the chain: audit entry, history entry and outbox message at once. */
export interface EventItem {
  id: string;
  envelope_id: string;
  organization_id: string;
  /** Position in the chain, from 1. */
  sequence: number;
  created_at: string;
  event: EventName;
  /** Empty for events of the whole envelope. */
  role_name: string;
  event_detail: string;
  actor: Actor;
  data: Record<string, unknown>;
  previous_hash: string;
  /** SHA-256, hex, of the members of the chain as canonical JSON (RFC 8785). */
  hash: string;
  /** For its webhook; not part of the chain. */
  subject: EventSubject;
}

/** State and history of an envelope's recipients, for messages. Without any values of fields. */
export interface EnvelopeProgress {
  envelope: EnvelopeItem;
  recipients: RecipientItem[];
  events: Omit<EventItem, 'data'>[];
}

/** Everything of one envelope: its whole item collection, by kind. */
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
