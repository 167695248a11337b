import { operation } from '../../lib/http/operation.ts';
import { PasskeySignInStart } from '../../lib/people/passkeys/passkey-input-schema.ts';
import { PasskeyRequestOptions } from '../../lib/people/passkeys/passkey-schema.ts';
import { startPasskeySignIn } from '../../lib/people/passkeys/sign-in.ts';

export const handler = operation(
  {
    id: 'startPasskeySignIn',
    tag: 'Authentication',
    summary: 'Begin to sign in with a passkey',
    description:
      'Answers what the browser needs to have a passkey sign (`PublicKeyCredential.parseRequestOptionsFromJSON`, then ' +
      '`navigator.credentials.get`), on a page of the platform. It takes no address, and its answer is the same for everybody: the ' +
      'passkey says whose it is. With the `mfa_token` of an answer `mfa_required`, a passkey is the second factor after the password. What is signed ' +
      'goes to `POST /v2/users/authenticate/passkey` within five minutes. Counted by network.',
    route: 'POST /v2/users/authenticate/passkey/options',
    unrecorded: 'transient',
    session: 'none',
    body: PasskeySignInStart,
    returns: PasskeyRequestOptions,
    answersSecret: true,
    errors: ['passkeys_unavailable', 'mfa_token_invalid', 'too_many_requests'],
    access: { read: ['challenge', 'passkey'], write: ['passkeyRequests', 'passkeyChallenge'], tokens: false },
    examples: { body: {} },
  },
  ({ body, origin }) => startPasskeySignIn(body.mfa_token, origin),
);
