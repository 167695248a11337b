import type { MessageData, MessageKind } from '../../../storage/outbox/message-data.ts';
import type { NoticeKind } from './kinds.ts';

/** Reason why the reader gets a message. */
export type Reason = 'account' | 'address' | 'recipient' | 'sender';

/** Label of the button that opens a message's `link`. */
export type Button =
  | 'confirm_address'
  | 'choose_password'
  | 'sign_in'
  | 'view_invitation'
  | 'open_document'
  | 'view_documents'
  | 'view_details';

/** A text that several messages end with. */
export type SharedText = 'not_you' | 'nothing_to_do' | 'replaces' | 'valid_until' | 'personal_link';

/** Parts of a message that are the same in every language. */
interface Frame<Property> {
  because: Reason;
  button?: Button;
  /** Property with somebody's own words, which are set apart. */
  quote?: Property;
  /** The last paragraphs. */
  ends?: readonly SharedText[];
  /** The first note. */
  note?: SharedText;
}

const CHANGED = { because: 'account', button: 'choose_password', ends: ['not_you'], note: 'nothing_to_do' } as const;
const ASKED = {
  because: 'recipient',
  button: 'open_document',
  quote: 'message',
  ends: ['replaces', 'valid_until'],
  note: 'personal_link',
} as const;

export const FRAMES: { readonly [Kind in MessageKind]: Frame<keyof MessageData[Kind]> } = {
  verify_email: { because: 'address', button: 'confirm_address' },
  reset_password: { because: 'account', button: 'choose_password' },
  sign_in_at_provider: { because: 'account', button: 'sign_in' },
  sign_in_with_passkey: { because: 'account', button: 'sign_in' },
  sign_up_attempted: { because: 'account', button: 'choose_password' },
  one_time_code: { because: 'recipient' },
  link_code: { because: 'address', button: 'confirm_address' },
  account_locked: { because: 'account', button: 'choose_password' },
  password_changed: CHANGED,
  mfa_switched_on: CHANGED,
  mfa_switched_off: CHANGED,
  mfa_reset: { because: 'account', button: 'choose_password' },
  backup_codes_renewed: CHANGED,
  backup_code_used: { because: 'account', button: 'choose_password', ends: ['not_you'] },
  passkey_added: { because: 'account', button: 'choose_password' },
  passkey_removed: { because: 'account', button: 'choose_password' },
  passkeys_reset: { because: 'account', button: 'choose_password' },
  identity_connected: { because: 'account', button: 'choose_password' },
  api_key_created: { because: 'account', button: 'choose_password' },
  webhook_switched_off: { because: 'account' },
  member_waiting: { because: 'account', button: 'view_details' },
  organization_invitation: { because: 'address', button: 'view_invitation' },
  recipient_invited: ASKED,
  approver_invited: ASKED,
  recipient_reminded: ASKED,
  recipient_fresh_link: { because: 'recipient', button: 'open_document', note: 'personal_link' },
  recipient_delegated: ASKED,
  approver_delegated: ASKED,
  recipient_handed_over: { because: 'sender', button: 'view_details' },
  recipient_named: { because: 'sender', button: 'view_details' },
  delegation_confirmed: { because: 'recipient' },
  recipient_failed: { because: 'sender', button: 'view_details' },
  recipient_certificate_failed: { because: 'sender', button: 'view_details' },
  recipient_question: { because: 'sender', button: 'open_document', quote: 'question' },
  envelope_completed: { because: 'recipient', button: 'view_documents' },
  envelope_cc: { because: 'recipient', button: 'view_documents' },
  recipient_declined: { because: 'sender', button: 'view_details', quote: 'reason' },
  envelope_declined: { because: 'sender', button: 'view_details', quote: 'reason' },
  recipient_sent_back: { because: 'sender', button: 'view_details', quote: 'reason' },
  sent_back_by_other: {
    because: 'recipient',
    button: 'open_document',
    quote: 'reason',
    ends: ['valid_until'],
    note: 'personal_link',
  },
  recipient_invite_failed: { because: 'sender', button: 'view_details' },
  envelope_seal_failed: { because: 'sender', button: 'view_details', quote: 'reason' },
  declined_by_other: { because: 'recipient' },
  released_by_others: { because: 'recipient' },
  envelope_canceled: { because: 'recipient' },
  envelope_expired: { because: 'recipient', button: 'view_details' },
  envelope_deletion_announced: { because: 'recipient', button: 'view_documents' },
};

/** Notices that say the same as the subject of a message. */
export const SUBJECT_NOTICES = {
  'recipient:invited': 'recipient_invited',
  'recipient:delegated': 'recipient_handed_over',
  'recipient:named': 'recipient_named',
  'recipient:failed': 'recipient_failed',
  'recipient:certificate_failed': 'recipient_certificate_failed',
  'recipient:declined': 'recipient_declined',
  'recipient:sent_back': 'recipient_sent_back',
  'recipient:question': 'recipient_question',
  'delegate:send_confirmed': 'delegation_confirmed',
  'envelope:declined': 'envelope_declined',
  'envelope:seal_failed': 'envelope_seal_failed',
} as const satisfies Partial<Record<NoticeKind, MessageKind>>;
export type SubjectNotice = keyof typeof SUBJECT_NOTICES;
