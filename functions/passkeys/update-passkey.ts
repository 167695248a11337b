import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { PasskeyChange } from '../../lib/people/passkeys/passkey-input-schema.ts';
import { Passkey } from '../../lib/people/passkeys/passkey-schema.ts';
import { renamePasskey } from '../../lib/people/passkeys/passkey-store.ts';

export const handler = operation(
  {
    id: 'updatePasskey',
    tag: 'Users',
    summary: "Rename one of the caller's passkeys",
    route: 'PATCH /v2/users/passkeys/{passkey_id}',
    event: 'passkey:updated',
    session: 'user',
    callableBy: 'login',
    path: idPath('passkey_id'),
    body: PasskeyChange,
    returns: Passkey,
    errors: ['not_found', 'wrong_session'],
    access: { change: ['passkey'] },
    examples: { body: { name: "Ada's laptop" } },
  },
  ({ caller, path, body }) => renamePasskey(caller, path.passkey_id, body.name),
);
