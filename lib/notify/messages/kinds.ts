import type { MailBrand } from '../../people/brands/mail-brand.ts';

/** What every message needs beside its own data. */
export interface MessageContext {
  brand: MailBrand;
  /** IANA name of the zone in which times are told; UTC unless stated. */
  timezone?: string | null;
}

interface Addressed {
  /** Whom it speaks to, as in "Hello …"; may be empty. */
  name: string;
}

interface AboutEnvelope extends Addressed {
  envelope_name: string;
}

interface ToRecipient extends AboutEnvelope {
  /** Who sent the envelope. */
  sender_name: string;
  link: string;
}

interface Invitation extends ToRecipient {
  /** The sender's own words. */
  message?: string | null;
  /** ISO 8601. */
  expires_at?: string | null;
}

interface ToSender extends AboutEnvelope {
  recipient_name: string;
  link: string;
}

/** What somebody did to an account, told to its owner, who may not be the one. */
interface SecurityNotice extends Addressed {
  /** ISO 8601. */
  happened_at: string;
  /** Where a new password is chosen. */
  link: string;
}

/**
 * The messages there are, each with its data. Texts name these properties in braces; one that ends in `_at` is told as a
 * date and time. Optional ones, when missing, take the paragraph that names them away.
 */
export interface MessageData {
  /** `code` is what verifies the address, by itself or through `link`. */
  verify_email: Addressed & { code: string; link: string };
  reset_password: Addressed & { code: string; link?: string | null };
  one_time_code: AboutEnvelope & { sender_name: string; code: string; minutes: number };
  /** To the owner of an address that somebody else signed up with. */
  sign_up_attempted: Addressed & { link: string };
  account_locked: Addressed & { minutes?: number | null; link?: string | null };
  password_changed: SecurityNotice;
  mfa_switched_on: SecurityNotice;
  mfa_switched_off: SecurityNotice;
  /** An administrator of an organization took the second factor off. */
  mfa_reset: SecurityNotice;
  backup_codes_renewed: SecurityNotice;
  backup_code_used: SecurityNotice & { codes_left: number };
  /** Told to whom the key acts for. */
  api_key_created: SecurityNotice & { key_name: string };
  /** To each owner of the organization: the receiver at `host` wants no more calls. */
  webhook_switched_off: Addressed & { organization_name: string; host: string; happened_at: string };
  organization_invitation: Addressed & { inviter_name: string; organization_name: string; link: string };
  recipient_invited: Invitation;
  recipient_reminded: Invitation;
  recipient_fresh_link: ToRecipient;
  recipient_delegated: Invitation & { delegator_name: string };
  /** To the sender: `recipient_name` handed over to `delegate_name`. */
  recipient_handed_over: ToSender & { delegate_name: string };
  /** To who handed over. */
  delegation_confirmed: AboutEnvelope & { delegate_name: string; sender_name: string };
  /** To the sender. */
  recipient_failed: ToSender;
  recipient_question: ToSender & { question: string; recipient_email?: string | null };
  /** To the sender and to each recipient. */
  envelope_completed: AboutEnvelope & { link: string };
  envelope_cc: ToRecipient;
  envelope_declined: ToSender & { reason?: string | null };
  envelope_canceled: AboutEnvelope & { sender_name: string };
  envelope_expired: AboutEnvelope & { link?: string | null };
}

export type MessageKind = keyof MessageData;

/** What the inbox in the application tells of, each in one sentence. */
export type NoticeKind =
  | 'user:invited'
  | 'recipient:invited'
  | 'recipient:reminder'
  | 'recipient:opened'
  | 'recipient:submitted'
  | 'recipient:question'
  | 'recipient:delegated'
  | 'recipient:failed'
  | 'delegate:requested'
  | 'delegate:send_confirmed'
  | 'envelope:completed'
  | 'envelope:cc'
  | 'envelope:declined'
  | 'envelope:canceled'
  | 'envelope:expired';

/** The kinds that can also go out as a text message. */
export type SmsKind =
  | 'one_time_code'
  | 'recipient_invited'
  | 'recipient_reminded'
  | 'recipient_fresh_link'
  | 'recipient_delegated'
  | 'envelope_completed'
  | 'envelope_cc'
  | 'envelope_canceled'
  | 'envelope_expired';
