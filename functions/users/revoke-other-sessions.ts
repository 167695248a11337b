import * as z from 'zod';
import { operation } from '../../lib/operation/operation.ts';
import { endSessions } from '../../lib/sessions/store.ts';

export const handler = operation(
  {
    id: 'revokeOtherSessions',
    tag: 'Users',
    summary: "Revoke the caller's login sessions except the one that asks",
    description: 'They can not be refreshed any more; their access tokens end within the hour.',
    route: 'DELETE /v2/users/sessions',
    session: 'user',
    returns: z.object({ revoked: z.int() }),
    access: { table: ['Query', 'BatchWriteItem'] },
    examples: { returns: { revoked: 2 } },
  },
  async ({ caller }) => ({ revoked: await endSessions(caller.user_id, caller.session_id) }),
);
