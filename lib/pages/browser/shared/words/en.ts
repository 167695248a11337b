import type { InLanguage } from './forms.ts';

/**
 * Words that all pages share. `{name}` stands for what is filled in. `refused_` and a code of the API's errors: what
 * people read in the place of the API's own sentence, which is for programmers.
 */
export const en = {
  accessibility: 'Accessibility',
  close: 'Close',
  back: 'Back',
  cancel: 'Cancel',
  next: 'Next',
  again: 'Try again',
  loading: 'Loading …',
  outdated:
    'This page is older than the service, which was renewed just now. Load it again: nothing that was saved is lost.',
  reload: 'Load the page again',
  optional: 'optional',
  email: 'E-mail address',
  firstName: 'First name',
  lastName: 'Last name',

  badEmail: 'This is no e-mail address.',
  badPhone: 'This is no phone number.',

  unreachable: 'The service cannot be reached. Check your connection and try again.',
  wentWrong: 'Something went wrong. Please try again.',

  refused_envelope_ended: 'This has ended. Nothing can be changed any more.',
  refused_recipient_not_acting: 'You cannot act on this any more. Reload the page to see why.',
  refused_step_done: 'Enough others have signed. You have nothing to do any more.',
  refused_not_your_turn: 'It is not your turn yet.',
  refused_not_agreed: 'Please accept the disclosures first.',
  refused_verification_failed: 'Verification has failed. Only the sender can restart it.',
  refused_verification_needed: 'Please verify your identity first.',
  refused_passcode_wrong: 'The passcode is wrong.',
  refused_code_wrong: 'The code is wrong or has expired.',
  refused_name_locked: 'The sender has locked your name, so another name cannot be verified.',
  refused_not_a_delegator: 'The sender does not allow you to pass this on.',
  refused_envelope_full: 'Nobody else can be added: there are as many recipients as possible.',
  refused_fields_missing: 'Some required fields are still empty.',
  refused_field_readonly: 'This field cannot be changed.',
  refused_signing_link_expired: 'This link has expired.',
  refused_signing_link_unknown: 'This link does not work.',
  refused_document_not_found: 'This document does not exist.',
  refused_page_not_found: 'This page does not exist.',
  refused_envelope_not_found: 'There are no such documents, or you may not see them.',
  refused_token_expired: 'Your session has expired. Reload the page.',
  refused_unauthorized: 'Your session has ended. Please start again.',
  refused_forbidden: 'You do not have permission to do this.',
  refused_not_the_owner: 'Only the sender can do this.',
  refused_permissions_changed: 'Your permissions have just changed. Please try again.',
  refused_email_unverified: 'Please confirm your e-mail address first.',
  refused_wrong_password: 'The e-mail address or the password is wrong.',
  refused_second_factor_wrong: 'The code is wrong or has already been used.',
  refused_mfa_token_invalid: 'This took too long. Please sign in again.',
  refused_no_active_profile: 'Your account belongs to no organization at the moment. Please ask an administrator.',
  refused_sign_up_closed: 'You need an invitation to create an account here.',
  refused_invitation_not_found: 'This invitation has been used, has been withdrawn or has expired.',
  refused_reminder_impossible: 'This recipient cannot be reminded at the moment.',
  refused_recipient_reported:
    'This person has reported the documents as unwanted. We send nothing more about them to that address.',
  refused_idempotency_in_flight: 'This is already being done. Please wait a moment.',
  refused_too_large: 'This file is too large.',
  refused_too_many_requests: {
    one: 'Too many attempts. Please try again in {count} minute.',
    other: 'Too many attempts. Please try again in {count} minutes.',
  },
  refused_messages_used_up: 'No more messages can be sent today. Please try again tomorrow.',
  refused_internal: 'Something went wrong on our side. You can safely try again.',
  refused_unavailable: 'The service is busy. Please try again in a moment.',
} as const;

export type SharedWords = InLanguage<typeof en>;
