import * as z from 'zod';
import { operation } from '../../lib/operation/operation.ts';
import { LoginSession } from '../../lib/sessions/schema.ts';
import { listSessions } from '../../lib/sessions/store.ts';

export const handler = operation(
  {
    id: 'getSessions',
    tag: 'Users',
    summary: "List the caller's login sessions",
    description: 'The newest first. A session ends when it has not been refreshed for 30 days.',
    route: 'GET /v2/users/sessions',
    session: 'user',
    callableBy: 'login',
    returns: z.array(LoginSession),
    access: { table: ['Query'] },
  },
  ({ caller }) => listSessions(caller),
);
