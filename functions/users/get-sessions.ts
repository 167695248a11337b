import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { LoginSession } from '../../lib/people/sessions/login-session-schema.ts';
import { listSessions } from '../../lib/people/sessions/present-sessions.ts';

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
    access: { read: ['user', 'oauthApp'] },
  },
  ({ caller }) => listSessions(caller),
);
