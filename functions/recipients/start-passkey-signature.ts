import { operation } from '../../lib/http/operation.ts';
import { RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { startPasskeySignature } from '../../lib/signing/sessions/passkey-signing.ts';
import { PasskeyStatement } from '../../lib/signing/sessions/passkey-statement-schema.ts';
import { PasskeyStart, SUBMIT_ERRORS } from '../../lib/signing/sessions/submission-schema.ts';

export const handler = operation(
  {
    id: 'startPasskeySignature',
    tag: 'Recipients',
    summary: 'Begin to sign with a passkey',
    description:
      'Answers the statement that a recipient with the method `passkey` signs at the submit, and what the browser needs to have a passkey sign it, on a ' +
      'page of the platform or of the brand’s domain. The statement names the last event, the documents, every value that the recipient leaves and was shown, the ' +
      'name, the meaning and the time. Nothing is kept: the submit makes the statement again, and refuses (`statement_stale`) what was signed before ' +
      'anything changed, or more than five minutes ago. Takes a session that the mailed link has opened, or that has passed a code by mail.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit/passkey',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: PasskeyStart,
    returns: PasskeyStatement,
    errors: [
      ...SUBMIT_ERRORS,
      'rules_changed',
      'recipient_reported',
      'passkey_not_asked',
      'passkeys_unavailable',
      'mailbox_unverified',
    ],
    access: { read: ['envelope', 'brand', 'signerPasskey'] },
    examples: { body: { locale: 'en-US', timezone: 'Europe/Vienna', origin: 'https://sign.example.com' } },
  },
  ({ caller, path, body }) => startPasskeySignature(caller, path, body),
);
