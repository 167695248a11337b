import * as z from 'zod';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { demandOwnPage } from '../../lib/http/own-origin.ts';
import { endBrowserSession } from '../../lib/people/oauth/revoke.ts';
import { endedBrowserSessionCookie, presentedBrowserSession } from '../../lib/people/sessions/browser-cookie.ts';

export const handler = operation(
  {
    id: 'endBrowserSession',
    tag: 'Authentication',
    summary: 'Sign out in a browser',
    description:
      "For the platform's own pages. Ends the session of the cookie, in all tabs, and removes the cookie. The " +
      'answer is the same if nobody is signed in. Pages of other origins get {origin_refused}.',
    route: 'DELETE /session',
    event: 'session:ended',
    session: 'none',
    returns: z.object({}),
    produces: 'application/json',
    errors: ['origin_refused'],
    access: { read: ['session', 'profile'], remove: ['session'] },
  },
  async ({ headers }) => {
    demandOwnPage(headers);
    const token = presentedBrowserSession(headers);
    if (token) await endBrowserSession(token);
    return new Answer('application/json', '{}', 200, { 'Set-Cookie': endedBrowserSessionCookie() });
  },
);
