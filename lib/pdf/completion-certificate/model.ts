import type { LevelReason } from '../trust/levels.ts';
import type { AttachedFile } from './archive.ts';

/**
 * Contents of a certificate of completion. Times are ISO 8601 strings, hashes hex; statuses, types and proofs are in
 * words.
 */
export interface CertificateModel {
  /** Decides the language, and how times are written. */
  locale: string;
  envelope: {
    id: string;
    name: string;
    status: string;
    created_at: string;
    completed_at: string | null;
    sender_name: string;
    sender_email: string;
    organization_name: string;
  };
  documents: CertificateDocument[];
  recipients: CertificateRecipient[];
  events: CertificateEvent[];
  /** The envelope's chain of events: the last hash, the number of events, and the algorithm. */
  chain: { head: string; count: number; algorithm: string };
  /**
   * The seal of the documents and of this certificate: its PAdES level, the subject and the SHA-256 of its certificate.
   */
  seal: { level: string; subject: string; sha256: string; reason?: LevelReason | null };
  /** Public address of the page that checks sealed files. */
  check_url: string;
  /** The audit trail up to the last of the events. The PDF carries it. */
  audit: Pick<AttachedFile, 'name' | 'data'>;
  generated_at: string;
}

export interface CertificateDocument {
  name: string;
  pages: number;
  /** SHA-256 of the document of record, which is the first `size` bytes of the sealed document. */
  sha256: string;
  size: number | null;
  /** SHA-256 of the file as it was sent, if it was rewritten, and the reasons. */
  sent_sha256: string | null;
  sent_size: number | null;
  rewritten: string[];
  sealed_sha256: string;
  /** Signatures that the file had when it was sent; absent or empty for none. */
  signatures?: CertifiedSignature[] | undefined;
}

/** A signature of before, by the name in its certificate, which nobody has checked. */
export interface CertifiedSignature {
  kind: 'signature' | 'timestamp';
  signer: string;
  /** ISO 8601; null where it states none. */
  signed_at: string | null;
  /** True if a time-stamp authority states the time. */
  is_proven: boolean;
}

export interface CertificateRecipient {
  role_name: string;
  name: string;
  email: string;
  type: string;
  status: string;
  /** The recipient's step, where some of it were enough: a statement, and the names of those who signed for it. */
  step?: { statement: string; signed: string[] };
  /** The condition under which the recipient takes part, in words, with names and values of the sender's. */
  only_if?: string;
  /** Name of whoever put the recipient in, where the sender didn't. */
  named_by?: string;
  /** Name of the group with a shared mailbox, for which the recipient acts. */
  group?: string;
  /** Times that the recipient sent the envelope back: a statement, the names of those asked again, and the comment. */
  sent_back?: { statement: string; to: string[]; reason: string }[];
  /** Statements about earlier signatures, which count no longer because the envelope was sent back. */
  signed_before?: string[];
  /** The role of the recipient's delegate. */
  delegated_to?: string | null;
  /** Proofs of the recipient's identity. */
  authentication: CertificateProof[];
  /** Language of the recipient's times and values. */
  locale: string;
  /** The time zone that the recipient's browser named. */
  timezone: string | null;
  /** Acts in their order, with the connection; those that never happened are left out. */
  steps: CertificateStep[];
  /** The event that binds what the recipient was shown and filled in; null if the recipient signed nothing. */
  bound_by: number | null;
  /** Numbers of the documents that it names. */
  shown_documents: number[];
  values: CertificateValue[];
  /** Fields that rules kept hidden from the recipient, who has submitted; absent where there are none. */
  hidden?: CertificateHidden[];
  /** True if the application through which the recipient acted had not stated what it showed. */
  is_hidden_unstated?: boolean;
  /** The disclosures that were accepted, word for word. */
  disclosures?: string | null;
  /** True where the signing page showed them; else the client through which the recipient acted says so. */
  is_shown?: boolean;
  /** As PNG. */
  signature_image?: Uint8Array;
  initials_image?: Uint8Array;
}

export interface CertificateProof {
  /** In words of the platform. */
  statement: string;
  /** The recipient's name at that time; null where nobody in particular proved it. */
  name: string | null;
}

export interface CertificateStep {
  step: 'invited' | 'opened' | 'accepted' | 'placed' | 'signed' | 'submitted';
  at: string;
  ip: string | null;
  user_agent: string | null;
}

/** A value that stands in a document. */
export interface CertificateValue {
  field: string;
  /** Number of the document; null for a field of none. */
  document: number | null;
  page: number;
  /** In words; the beginning of a long one. */
  value: string;
  /** True where these are the platform's words, for a mark; else they are the party's own. */
  is_stated: boolean;
  /** True if the sender filled it in, and the recipient left it so. */
  prepared: boolean;
  /** SHA-256 of what isn't printed whole: a long value, an attached file. */
  sha256: string | null;
}

/** A field that was never shown. */
export interface CertificateHidden {
  field: string;
  /** Number of the document; null for a field of none. */
  document: number | null;
  page: number;
  /** The rules that would have shown it, in words, with names and values of the sender's. */
  rules: string[];
}

/** Names, details and clients are texts of parties. */
export interface CertificateEvent {
  sequence: number;
  created_at: string;
  event: string;
  role_name: string | null;
  /** The recipient's name as it was then. */
  recipient?: string | null;
  detail: string | null;
  /** True where the detail is in the platform's words. */
  is_stated: boolean;
  actor: string | null;
  /** Name of the API key or application through which the actor acted. */
  client?: string | null;
  ip: string | null;
  hash: string;
}
