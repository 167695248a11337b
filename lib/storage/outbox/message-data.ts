import type { MailBrand } from './mail-brand.ts';

/** Data of every message beside its own. */
export interface MessageContext {
  brand: MailBrand;
  /** IANA name of the zone for times; UTC by default. */
  timezone?: string | null;
  /** Number of attached files. */
  files?: number | null;
}

interface Addressed {
  /** Name for "Hello …"; may be empty. */
  name: string;
}

interface AboutEnvelope extends Addressed {
  envelope_name: string;
}

interface ToRecipient extends AboutEnvelope {
  /** Name of the envelope's sender. */
  sender_name: string;
  link: string;
}

interface Invitation extends ToRecipient {
  /** The sender's own text. */
  message: string | null;
  /** Name of the envelope that this one replaces, if the reader was invited to that one, too. */
  replaced_name: string | null;
  /** ISO 8601. */
  expires_at: string | null;
}

interface ToSender extends AboutEnvelope {
  recipient_name: string;
  link: string;
}

/** Notice of a change of an account to its owner, who may not have made it. */
export interface SecurityNoticeData extends Addressed {
  /** ISO 8601. */
  happened_at: string;
  /** Page for choosing a new password. */
  link: string;
}

/**
 * Kinds of messages, each with its data. Texts name these properties in braces; one that ends in `_at` is written as
 * date and time. The paragraph of one that is null is left out: no member is
 * optional, so that tsc finds a misspelt one.
 */
export interface MessageData {
  /** `code` verifies the address, typed or through `link`. */
  verify_email: Addressed & { code: string; link: string };
  reset_password: Addressed & { code: string; link: string };
  /** In the place of `reset_password` where a password opens nothing: the organization demands its own provider. */
  sign_in_at_provider: Addressed & { organization_name: string; link: string };
  /** Likewise where the organization takes the account by its passkey alone. */
  sign_in_with_passkey: Addressed & { organization_name: string; link: string };
  one_time_code: AboutEnvelope & { sender_name: string; code: string; minutes: number };
  /** To a visitor of a template's link, who confirms the address by `code` or through `link`. */
  link_code: Addressed & { code: string; link: string; expires_at: string };
  /** To the owner of an address that somebody else signed up with. */
  sign_up_attempted: Addressed & { link: string };
  account_locked: Addressed & { minutes: number; link: string };
  password_changed: SecurityNoticeData;
  mfa_switched_on: SecurityNoticeData;
  mfa_switched_off: SecurityNoticeData;
  /** An administrator of an organization took the second factor off. */
  mfa_reset: SecurityNoticeData;
  backup_codes_renewed: SecurityNoticeData;
  backup_code_used: SecurityNoticeData & { codes_left: number };
  passkey_added: SecurityNoticeData & { passkey_name: string };
  /** A person at Google or Microsoft signs in to the account from now on. */
  identity_connected: SecurityNoticeData & { provider_name: string };
  passkey_removed: SecurityNoticeData & { passkey_name: string };
  /** An administrator of an organization removed all passkeys. */
  passkeys_reset: SecurityNoticeData;
  /** To the user whom the key acts for. */
  api_key_created: SecurityNoticeData & { key_name: string };
  /** To each owner of the organization: the receiver at `host` wants no more calls. */
  webhook_switched_off: Addressed & { organization_name: string; host: string; happened_at: string };
  /** To each member who may let in the one who waits. */
  member_waiting: Addressed & { organization_name: string; member_name: string; member_email: string; link: string };
  organization_invitation: Addressed & { inviter_name: string; organization_name: string; link: string };
  recipient_invited: Invitation;
  /** The same for a recipient who approves and doesn't sign. */
  approver_invited: Invitation;
  recipient_reminded: Invitation;
  recipient_fresh_link: ToRecipient;
  recipient_delegated: Invitation & { delegator_name: string };
  approver_delegated: Invitation & { delegator_name: string };
  /** To the sender: `recipient_name` delegated to `delegate_name`. */
  recipient_handed_over: ToSender & { delegate_name: string };
  /** To the sender: `recipient_name` put in `named_name` for a later role. */
  recipient_named: ToSender & { named_name: string; named_email: string };
  /** To the delegator. */
  delegation_confirmed: AboutEnvelope & { delegate_name: string; sender_name: string };
  /** To the sender. */
  recipient_failed: ToSender;
  /** A signature with a certificate failed by the trust service or the certificate. */
  recipient_certificate_failed: ToSender;
  /** Mails to `recipient_email` came back, or were reported as unwanted. */
  recipient_invite_failed: ToSender & { recipient_email: string };
  recipient_question: ToSender & { question: string; recipient_email: string | null };
  /** To the sender and to each recipient. */
  envelope_completed: AboutEnvelope & { link: string };
  envelope_cc: ToRecipient;
  envelope_declined: ToSender & { reason: string | null };
  /** To the sender: one declined, and the envelope goes on. */
  recipient_declined: ToSender & { reason: string | null };
  /** To the sender: a reviewer sent it back to others. */
  recipient_sent_back: ToSender & { reason: string | null };
  /** To a recipient who is asked again, because the reviewer `recipient_name` sent it back. */
  sent_back_by_other: ToRecipient & { recipient_name: string; reason: string; expires_at: string | null };
  /** To the sender: `reason` is the envelope's `seal_error`. */
  envelope_seal_failed: AboutEnvelope & { reason: string; link: string };
  /** To each recipient who was invited, other than the one who declined. */
  declined_by_other: AboutEnvelope & { recipient_name: string };
  /** To a recipient who needs not act any more, because enough others of the step have. */
  released_by_others: AboutEnvelope & { sender_name: string };
  envelope_canceled: AboutEnvelope & { sender_name: string };
  /** The sender's has a link. */
  envelope_expired: AboutEnvelope & { link: string | null };
  /** To the sender and to each recipient who knows of it. `delete_at`: ISO 8601. */
  envelope_deletion_announced: AboutEnvelope & { delete_at: string; link: string };
}

export type MessageKind = keyof MessageData;

/** Kinds that can also be text messages. */
export type SmsKind =
  | 'one_time_code'
  | 'recipient_invited'
  | 'approver_invited'
  | 'recipient_reminded'
  | 'recipient_fresh_link'
  | 'recipient_delegated'
  | 'approver_delegated'
  | 'declined_by_other'
  | 'sent_back_by_other'
  | 'released_by_others'
  | 'envelope_completed'
  | 'envelope_cc'
  | 'envelope_canceled'
  | 'envelope_expired'
  | 'envelope_deletion_announced';
