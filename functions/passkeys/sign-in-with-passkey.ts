import { operation } from '../../lib/http/operation.ts';
import { PasskeySignIn } from '../../lib/people/passkeys/passkey-input-schema.ts';
import { signInWithPasskey } from '../../lib/people/passkeys/sign-in.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';

export const handler = operation(
  {
    id: 'signInWithPasskey',
    tag: 'Authentication',
    summary: 'Sign in with a passkey',
    description:
      'Takes what the browser has signed for `POST /v2/users/authenticate/passkey/options`, and answers tokens like ' +
      '`POST /v2/oauth2/token`. Alone it signs in where the authenticator has verified the person, by a fingerprint or a PIN: it ' +
      'counts as two factors, so no code is asked for. With the `mfa_token` of an answer `mfa_required` it is the second factor. A challenge is ' +
      'good for one answer, right or wrong. Whatever is wrong with the passkey, the answer is {passkey_refused}. A passkey opens nothing ' +
      'that a password would not: who is locked or removed stays out.',
    route: 'POST /v2/users/authenticate/passkey',
    event: 'session:started',
    session: 'none',
    body: PasskeySignIn,
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: [
      'passkeys_unavailable',
      'passkey_refused',
      'mfa_token_invalid',
      'no_active_profile',
      'provider_required',
      'network_refused',
      'invalid_scope',
    ],
    access: {
      read: ['user', 'challenge', 'profile', 'organization', 'profilesOfUser', 'group'],
      change: ['passkey'],
      write: ['session', 'network'],
      remove: ['challenge', 'passkeyChallenge'],
      keys: ['user-token'],
    },
    examples: {
      body: {
        credential: {
          id: 'sHGVMxa5bDhnLzPrzDGcEA',
          rawId: 'sHGVMxa5bDhnLzPrzDGcEA',
          type: 'public-key',
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
            authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
            signature: 'MEUCIQDKg0fFnm5yI3W2y1rHnJXw',
            userHandle: 'AZb3oVssfT6PQBorPE1eXw',
          },
        },
      },
    },
  },
  ({ body, origin }) => signInWithPasskey(body, origin),
);
