import { operation } from '../../lib/http/operation.ts';
import { Recipient, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { SUBMIT_ERRORS, SubmitBody } from '../../lib/signing/sessions/submission-schema.ts';
import { submitRecipient } from '../../lib/signing/sessions/submit-recipient.ts';

export const handler = operation(
  {
    id: 'submitRecipient',
    tag: 'Recipients',
    summary: 'Submit',
    description: [
      'The recipient is done: all required fields must be filled. When all recipients of a sequence number are done,',
      'those of the next number are invited. After the last ones the envelope is complete and its documents are',
      'sealed. Submitting twice changes nothing.',
      'With the method `passkey` the submit needs `passkey`: `POST …/submit/passkey` begins it.',
    ].join(' '),
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: SubmitBody,
    returns: Recipient,
    errors: [
      ...SUBMIT_ERRORS,
      'rules_changed',
      'recipient_reported',
      'recipient_not_allowed',
      'passkey_needed',
      'certificate_needed',
      'passkey_not_asked',
      'mailbox_unverified',
      'statement_stale',
      'signing_passkey_refused',
    ],
    access: { read: ['brand', 'organization', 'profile'], change: ['envelope', 'signerPasskey'] },
    examples: { body: { locale: 'en-US', timezone: 'Europe/Vienna' } },
  },
  ({ caller, path, body, origin }) => submitRecipient(caller, path, body, origin),
);
