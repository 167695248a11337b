import type { MessageData, MessageKind } from './kinds.ts';

/** Reason why the reader gets a message. */
export type Reason = 'account' | 'address' | 'recipient' | 'sender';

/** Label of the button that opens a message's `link`. */
export type Button =
  | 'confirm_address'
  | 'choose_password'
  | 'view_invitation'
  | 'open_document'
  | 'view_documents'
  | 'view_details';

/** Parts of a message that are the same in every language. */
interface Frame<Property> {
  because: Reason;
  button?: Button;
  /** Property with somebody's own words, which are set apart. */
  quote?: Property;
}

export const FRAMES: { readonly [Kind in MessageKind]: Frame<keyof MessageData[Kind]> } = {
  verify_email: { because: 'address', button: 'confirm_address' },
  reset_password: { because: 'account', button: 'choose_password' },
  sign_up_attempted: { because: 'account', button: 'choose_password' },
  one_time_code: { because: 'recipient' },
  account_locked: { because: 'account', button: 'choose_password' },
  password_changed: { because: 'account', button: 'choose_password' },
  mfa_switched_on: { because: 'account', button: 'choose_password' },
  mfa_switched_off: { because: 'account', button: 'choose_password' },
  mfa_reset: { because: 'account', button: 'choose_password' },
  backup_codes_renewed: { because: 'account', button: 'choose_password' },
  backup_code_used: { because: 'account', button: 'choose_password' },
  api_key_created: { because: 'account', button: 'choose_password' },
  webhook_switched_off: { because: 'account' },
  organization_invitation: { because: 'address', button: 'view_invitation' },
  recipient_invited: { because: 'recipient', button: 'open_document', quote: 'message' },
  approver_invited: { because: 'recipient', button: 'open_document', quote: 'message' },
  recipient_reminded: { because: 'recipient', button: 'open_document', quote: 'message' },
  recipient_fresh_link: { because: 'recipient', button: 'open_document' },
  recipient_delegated: { because: 'recipient', button: 'open_document', quote: 'message' },
  approver_delegated: { because: 'recipient', button: 'open_document', quote: 'message' },
  recipient_handed_over: { because: 'sender', button: 'view_details' },
  delegation_confirmed: { because: 'recipient' },
  recipient_failed: { because: 'sender', button: 'view_details' },
  recipient_question: { because: 'sender', button: 'open_document', quote: 'question' },
  envelope_completed: { because: 'recipient', button: 'view_documents' },
  envelope_cc: { because: 'recipient', button: 'view_documents' },
  envelope_declined: { because: 'sender', button: 'view_details', quote: 'reason' },
  recipient_invite_failed: { because: 'sender', button: 'view_details' },
  envelope_seal_failed: { because: 'sender', button: 'view_details', quote: 'reason' },
  declined_by_other: { because: 'recipient' },
  envelope_canceled: { because: 'recipient' },
  envelope_expired: { because: 'recipient', button: 'view_details' },
  envelope_deletion_announced: { because: 'recipient', button: 'view_documents' },
};
