// Parts of the API's answers that pages read. `test/pages/page-scripts.test.ts` holds these types against the API's own schemas.

import type { FieldType } from '../../../fields/types.ts';

/** A session that was opened: the answer of the token endpoint, of a verification and of an acceptance. */
export interface Tokens {
  access_token: string;
  access_token_exp: number;
  refresh_token: string;
}

export interface Profile {
  id: string;
  current: boolean;
  first_name: string;
  last_name: string;
  email: string;
  organization_id: string;
  locale: string | null;
  organization?: Organization | null | undefined;
}

/** The look of a page, of a brand or an organization. */
export interface Look {
  name?: string | null;
  full_logo_url?: string | null;
  primary_color?: string | null;
  disclaimer?: string | null;
}

/** An organization's look. */
export interface Organization {
  id: string;
  name: string;
  full_logo_url: string | null;
  primary_color: string | null;
  locale: string | null;
}

/** Address that the browser goes to after the user's answer. */
export interface Authorization {
  redirect_to: string;
}

export interface Invitation {
  email: string;
  first_name: string;
  last_name: string;
  organization?: Organization | undefined;
}

export interface SignedDocument {
  id: string;
  type: 'attachment' | 'certificate';
  name: string;
  pages: number;
  order: number;
  signed: boolean;
  /** By page, in points as displayed. */
  page_sizes: Record<string, { width: number; height: number }>;
}

/** A field as its recipient fills it, and as others see it on the pages. */
export interface Field {
  name: string;
  role_name: string;
  document_id: string;
  type: FieldType;
  required: boolean;
  readonly: boolean;
  settings: Record<string, unknown>;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  validator: string | null;
  label: string | null;
  placeholder: string | null;
  group: string | null;
  multiline: boolean;
  options: { id: string; label: string }[];
  value: string | null;
  /** Text that the value leaves on the document; null where it leaves none, and while the server doesn't have the value. */
  stamped_text: string | null;
}

/** A recipient as everybody sees it. */
interface Recipient {
  role_name: string;
  type: string;
  /** Place in the order in which people act. */
  sequence: number;
  status: string;
  first_name: string;
  last_name: string;
  full_name: string;
  email: string;
  delegated_to: string | null;
}

export interface SigningRecipient extends Recipient {
  agreed: boolean;
  name_locked: boolean;
  delegator: boolean;
  message: string | null;
  disclosures: string | null;
  locale: string | null;
  auth_step: string | null;
  auth_methods: string[];
  /** Attempts until the verification fails; null without a step. */
  auth_attempts_left?: number | null | undefined;
  kba_questions: { type: string; prompt: string; answer: string[] }[] | null;
  address?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  zip?: string | null | undefined;
}

export interface SigningEnvelope {
  id: string;
  name: string;
  status: string;
  signed: boolean;
  sender_name: string;
  locale: string | null;
  documents: SignedDocument[];
  fields: Field[];
  recipients: SigningRecipient[];
  history_entries: { event: string; role_name: string }[];
}

export interface SigningSession {
  access_token: string;
  envelope: SigningEnvelope;
  recipient: SigningRecipient;
  signatures: { id: string }[];
  initials: { id: string }[];
  brand: Look;
  /** Link to the picture of the page that is shown first, where it is drawn already. */
  first_page: { document_id: string; page: number; picture: string } | null;
}

/** Facts that the page of a signing link shows before the link is opened. */
export interface SigningInvitation {
  sender: string;
  envelope: string;
  name: string;
  act: 'sign' | 'approve' | 'read' | 'wait';
  message: string | null;
  brand: Look;
  /** True if the link was opened in this browser before. */
  known: boolean;
}

/** A paragraph of a page's text, or a heading. */
export interface TextBlock {
  /** Level of the heading, 1 to 6; 0 for other text. */
  heading: number;
  /** In points of the page as displayed, from its lower left corner. */
  lines: { x: number; y: number; width: number; height: number; text: string }[];
}

/** Some of a document's pages, one after the other. */
export interface DocumentPages {
  pages: { page: number; picture: string; text: TextBlock[] }[];
}

/** A page as it would be sealed now. */
export interface ReviewPage {
  /** A `data:` URL. */
  picture: string;
  text: TextBlock[];
  /** Language and zone of the signer's dates and times; null for UTC. */
  written: { locale: string; timezone: string | null };
  /** The signer's own fields on the page. */
  fields: { name: string; stamped_text: string | null }[];
}

/** Text of some of a document's pages; with that of page 1 the file's outline. */
export interface DocumentText {
  outline: { title: string; level: number; page: number }[] | null;
  pages: { page: number; text: TextBlock[] }[];
}

/** A brand's look. Empty values are the organization's own. */
export interface Brand {
  organization_id: string;
  key: string;
  name: string | null;
  full_logo_url: string | null;
  primary_color: string | null;
}

export interface HistoryEntry {
  id: string;
  role_name: string;
  /** The recipient's name as it was then; null for events of the whole envelope. */
  name: string | null;
  event: string;
  /** The detail as the audit trail has it. */
  detail: string;
  application?: string;
  created_at: string;
}

/** A recipient as the sender sees it. */
export interface RecipientRecord extends Recipient {
  id: string;
  phone: string | null;
  /** For the envelope's creator alone. */
  in_app_key?: string | undefined;
}

/** Drafts of a list. */
export interface DraftList {
  count: number;
  drafts: { id: string; name: string; updated_at: string }[];
}

export interface ListedEnvelope {
  id: string;
  name: string;
  status: string;
  signed: boolean;
  sender_name: string;
  created_at: string;
}

/** A page of a list of envelopes. */
export interface EnvelopeList {
  count: number;
  envelopes: ListedEnvelope[];
}

export interface EnvelopeRecord extends ListedEnvelope {
  profile_id: string;
  organization_id: string;
  no_contact: boolean;
  /** Reason why the sealing fails. */
  seal_error: string | null;
  expires_at: string | null;
  brand_key: string | null;
  organization: Record<string, unknown>;
  recipients: RecipientRecord[];
  documents: { id: string; type: 'attachment' | 'certificate'; name: string; pages: number }[];
  history_entries: HistoryEntry[];
}

/** The audit trail, as far as the pages read it. */
export interface Audit {
  documents: { type: string; sealed_sha256: string | null }[];
  events: { event: string; role_name: string; data: Record<string, unknown> }[];
}
