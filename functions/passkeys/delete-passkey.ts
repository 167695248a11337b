import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { removePasskey } from '../../lib/people/passkeys/passkey-store.ts';

export const handler = operation(
  {
    id: 'deletePasskey',
    tag: 'Users',
    summary: "Remove one of the caller's passkeys",
    description:
      'The passkey can no longer sign in. The user gets a mail. All sessions continue, also those that the passkey ' +
      'opened, and the second factor stays on.',
    route: 'DELETE /v2/users/passkeys/{passkey_id}',
    event: 'passkey:deleted',
    session: 'user',
    callableBy: 'login',
    path: idPath('passkey_id'),
    returns: Confirmation,
    errors: ['not_found', 'wrong_session', 'second_factor_required'],
    access: {
      read: ['passkey', 'profilesOfUser', 'organization'],
      change: ['user'],
      write: ['outbox'],
      remove: ['passkey'],
    },
  },
  async ({ caller, path }) => {
    await removePasskey(caller, path.passkey_id);
    return 'OK';
  },
);
