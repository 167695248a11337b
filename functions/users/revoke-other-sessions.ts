import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { endOtherSessions } from '../../lib/people/sessions/session-store.ts';

export const handler = operation(
  {
    id: 'revokeOtherSessions',
    tag: 'Users',
    summary: "Revoke the caller's login sessions except the one that asks",
    description: 'Their tokens end at once, and so do sign-ins that are not complete.',
    route: 'DELETE /v2/users/sessions',
    event: 'session:ended',
    session: 'user',
    callableBy: 'login',
    returns: z.object({ revoked: z.int() }),
    access: { change: ['user'], write: ['session'], bulk: ['session'] },
  },
  async ({ caller }) => ({ revoked: await endOtherSessions(caller) }),
);
