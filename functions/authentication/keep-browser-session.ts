import * as z from 'zod';
import { epochSeconds } from '../../lib/base/clock.ts';
import { secretMember } from '../../lib/base/secret-members.ts';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { demandOwnPage } from '../../lib/http/own-origin.ts';
import { endOtherBrowserSession } from '../../lib/people/oauth/revoke.ts';
import { browserSessionCookie, presentedBrowserSession } from '../../lib/people/sessions/browser-cookie.ts';
import { SESSION_LIFE } from '../../lib/people/sessions/session-store.ts';

export const handler = operation(
  {
    id: 'keepBrowserSession',
    tag: 'Authentication',
    summary: 'Stay signed in in a browser',
    description:
      "For the platform's own pages. Puts the refresh token of a sign-in into a cookie that no script can read " +
      '(`__Host-`, HttpOnly, Secure, SameSite=Strict), so that a page that is loaded again asks for no password. ' +
      'Pages of other origins get {origin_refused}. The token is not checked until it is used. An earlier session ' +
      'of the browser ends, unless it is the same one.',
    route: 'PUT /session',
    event: 'session:ended',
    session: 'none',
    body: z.object({
      refresh_token: secretMember(
        z
          .string()
          .max(500)
          .regex(/^[\w.-]+$/, 'must be a refresh token'),
      ),
    }),
    returns: z.object({}),
    produces: 'application/json',
    answersSecret: true,
    errors: ['origin_refused'],
    access: { read: ['session', 'profile'], remove: ['session'] },
    examples: { body: { refresh_token: 'owner.session.family.secret' } },
  },
  async ({ body, headers }) => {
    demandOwnPage(headers);
    await endOtherBrowserSession(presentedBrowserSession(headers), body.refresh_token);
    const kept = browserSessionCookie(body.refresh_token, epochSeconds() + SESSION_LIFE);
    return new Answer('application/json', '{}', 200, { 'Set-Cookie': kept });
  },
);
