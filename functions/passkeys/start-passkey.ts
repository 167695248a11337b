import { operation } from '../../lib/http/operation.ts';
import { startPasskey } from '../../lib/people/passkeys/add.ts';
import { PasskeyProof } from '../../lib/people/passkeys/passkey-input-schema.ts';
import { PasskeyCreationOptions } from '../../lib/people/passkeys/passkey-schema.ts';

export const handler = operation(
  {
    id: 'startPasskey',
    tag: 'Users',
    summary: 'Begin to add a passkey',
    description:
      'Answers what the browser needs to make one (`PublicKeyCredential.parseCreationOptionsFromJSON`, then ' +
      '`navigator.credentials.create`), on a page of the platform. The owner of the account must confirm the ' +
      'request with the `password`, or with a `code` if there is a second factor, or with an existing passkey in ' +
      'place of either. Send the result to `POST /v2/users/passkeys` within five minutes, in the same session. A ' +
      'person can have 20 of them. A platform whose pages are at an IP address or without https has no passkeys: ' +
      '{passkeys_unavailable}.',
    route: 'POST /v2/users/passkeys/options',
    unrecorded: 'transient',
    session: 'user',
    callableBy: 'login',
    despitePolicy: true,
    body: PasskeyProof,
    returns: PasskeyCreationOptions,
    answersSecret: true,
    errors: [
      'second_factor_required',
      'passkeys_unavailable',
      'too_many_passkeys',
      'old_password_wrong',
      'mfa_code_wrong',
      'passkey_refused',
      'wrong_session',
      'too_many_requests',
    ],
    access: {
      read: ['profilesOfUser', 'organization'],
      change: ['user', 'passkey', 'passwordChangeAttempts', 'mfaChangeAttempts'],
      write: ['passkeyChallenge'],
      remove: ['passkeyChallenge', 'passwordChangeAttempts', 'mfaChangeAttempts'],
    },
    examples: { body: { password: 'correct horse battery staple' } },
  },
  ({ caller, body }) => startPasskey(caller, body),
);
