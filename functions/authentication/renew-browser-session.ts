import { fail } from '../../lib/base/errors.ts';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { demandOwnPage } from '../../lib/http/own-origin.ts';
import { refreshBrowserSession } from '../../lib/people/oauth/refresh.ts';
import { browserSessionCookie, presentedBrowserSession } from '../../lib/people/sessions/browser-cookie.ts';
import { BrowserSession } from '../../lib/people/sessions/login-session-schema.ts';

export const handler = operation(
  {
    id: 'renewBrowserSession',
    tag: 'Authentication',
    summary: 'Go on with the session of a browser',
    description:
      "For the platform's own pages. Exchanges the refresh token in the cookie and answers an access token. A " +
      'refresh token can be used once, and a second use ends the session. Here alone, a used token is accepted for ' +
      'another minute, because a page that is left while it loads never receives the next one. ' +
      'Pages of other origins get {origin_refused}.',
    route: 'POST /session',
    event: 'session:ended',
    session: 'none',
    returns: BrowserSession,
    produces: 'application/json',
    answersSecret: true,
    errors: ['refresh_token_invalid', 'origin_refused'],
    access: {
      read: ['user', 'apiKey', 'oauthApp', 'profile', 'organization', 'group'],
      change: ['session'],
      remove: ['session'],
      keys: ['user-token'],
    },
  },
  async ({ headers, origin }) => {
    demandOwnPage(headers);
    const presented = presentedBrowserSession(headers) ?? fail('refresh_token_invalid');
    const {
      refresh_token,
      refresh_token_exp,
      id_token: _,
      ...session
    } = await refreshBrowserSession(presented, origin);
    return new Answer('application/json', JSON.stringify(session satisfies BrowserSession), 200, {
      'Set-Cookie': browserSessionCookie(refresh_token, refresh_token_exp),
    });
  },
);
