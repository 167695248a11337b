import type { MessageData, SecurityNoticeData } from './message-data.ts';

/** Changes of an account that its owner must learn of, because somebody else may have made them. */
export const SECURITY_NOTICES = [
  'password_changed',
  'mfa_switched_on',
  'mfa_switched_off',
  'mfa_reset',
  'backup_codes_renewed',
  'backup_code_used',
  'passkey_added',
  'passkey_removed',
  'passkeys_reset',
  'identity_connected',
  'api_key_created',
] as const satisfies readonly (keyof MessageData)[];
export type SecurityNotice = (typeof SECURITY_NOTICES)[number];

/** The details that a notice names beside the time. */
export type NoticeDetails<Kind extends SecurityNotice> = Omit<MessageData[Kind], keyof SecurityNoticeData>;

/** The account that a message is about, or an address that may have none. */
export type Whom = { user_id: string } | { email: string };

type SecurityRequests = {
  [Kind in SecurityNotice]: { kind: Kind; user_id: string; happened_at: string; details: NoticeDetails<Kind> };
};

/** Messages about accounts. `network` is the one from which somebody asked for it. */
export type UserMessageRequest =
  | ({ kind: 'verify_email'; network?: string } & Whom)
  | { kind: 'reset_password'; email: string; network?: string }
  | { kind: 'account_locked'; email: string; minutes?: number }
  | SecurityRequests[SecurityNotice];

export interface InvitationRequest {
  kind: 'organization_invitation';
  organization_id: string;
  email: string;
}

export interface QuestionRequest {
  kind: 'recipient_question';
  envelope_id: string;
  role_name: string;
  question: string;
  /** The asking person, because the recipient may change before the mail is made. */
  from: { recipient_name: string; recipient_email: string | null };
}

export interface SwitchedOffRequest {
  kind: 'webhook_switched_off';
  organization_id: string;
  host: string;
  happened_at: string;
}

/** A person who has signed in at the organization's identity provider waits to be let in. */
export interface WaitingMemberRequest {
  kind: 'member_waiting';
  organization_id: string;
  profile_id: string;
}

/** A code for a visitor of a template's link. `prefill` is the query of the address that the visitor opened. */
export interface LinkCodeRequest {
  kind: 'link_code';
  template_id: string;
  link_id: string;
  email: string;
  asked_at: string;
  locale: string | null;
  prefill: string | null;
}

/** A message that a worker composes and sends. It has ids only: codes and links are made when it is sent. */
export type MessageRequest =
  | UserMessageRequest
  | InvitationRequest
  | QuestionRequest
  | SwitchedOffRequest
  | WaitingMemberRequest
  | LinkCodeRequest;
