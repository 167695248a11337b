import { operation } from '../../lib/http/operation.ts';
import { addPasskey } from '../../lib/people/passkeys/add.ts';
import { NewPasskey } from '../../lib/people/passkeys/passkey-input-schema.ts';
import { Passkey } from '../../lib/people/passkeys/passkey-schema.ts';

export const handler = operation(
  {
    id: 'createPasskey',
    tag: 'Users',
    summary: 'Add a passkey',
    description:
      'Takes what the browser has made for `POST /v2/users/passkeys/options`. From then on the passkey signs in ' +
      'alone, because the authenticator verifies the person: it counts as two factors. It can also take the place ' +
      'of a code after the password. The user gets a mail. Nothing else changes, and sessions continue.',
    route: 'POST /v2/users/passkeys',
    event: 'passkey:created',
    session: 'user',
    callableBy: 'login',
    despitePolicy: true,
    body: NewPasskey,
    returns: Passkey,
    errors: ['passkeys_unavailable', 'passkey_not_added', 'too_many_passkeys', 'wrong_session'],
    access: { write: ['user', 'passkey', 'session', 'outbox'], remove: ['passkeyChallenge'] },
    examples: {
      body: {
        name: "Ada's laptop",
        credential: {
          id: 'sHGVMxa5bDhnLzPrzDGcEA',
          rawId: 'sHGVMxa5bDhnLzPrzDGcEA',
          type: 'public-key',
          response: {
            clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
            attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik',
          },
        },
      },
    },
  },
  ({ caller, body, origin }) => addPasskey(caller, body, origin),
);
