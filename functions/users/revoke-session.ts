import * as z from 'zod';
import { Confirmation } from '../../lib/base/common-schema.ts';
import { fail } from '../../lib/base/errors.ts';
import { operation } from '../../lib/http/operation.ts';
import { endAccess } from '../../lib/people/sessions/session-store.ts';

export const handler = operation(
  {
    id: 'revokeSession',
    tag: 'Users',
    summary: "Revoke one of the caller's login sessions",
    description:
      'Its tokens end at once. The session of an application ends with all others that it has, and with what you have just ' +
      'consented to: its access is over. The session that asks is refused ({own_session}): sign ' +
      'out with `POST /v2/oauth2/revoke` instead.',
    route: 'DELETE /v2/users/sessions/{session_id}',
    event: 'session:ended',
    session: 'user',
    callableBy: 'login',
    path: z.strictObject({ session_id: z.string().min(1).max(100) }),
    returns: Confirmation,
    errors: ['own_session', 'not_found'],
    access: { read: ['user', 'session'], write: ['consentEnd'], remove: ['session'], bulk: ['session'] },
  },
  async ({ caller, path }) => {
    if (path.session_id === caller.session_id) fail('own_session');
    if (!(await endAccess(caller, path.session_id))) fail('not_found');
    return 'OK';
  },
);
