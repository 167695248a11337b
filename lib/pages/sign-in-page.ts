import type { Answer } from '../http/answer.ts';
import { readScopes } from '../people/access/scopes.ts';
import { type AuthorizationRequest, answerTo } from '../people/oauth/authorization-request.ts';
import type { OauthAppItem } from '../storage/records/oauth-app.ts';
import { accountPage } from './account-page.ts';
import { failurePage } from './failure-page.ts';

/** Page for a request that can't be redirected, because no trusted application made it. */
export const refusedRequestPage = failurePage({ title: 'refusedRequest', advice: 'refusedRequestAbout' });

/**
 * Page on which a user signs in and consents to an application. The sign-in exists in the page's memory only, and ends
 * with the user's answer. The request has been checked (`checkAuthorizationRequest`).
 */
export const signInPage = (request: AuthorizationRequest, app: OauthAppItem, locales: readonly string[]): Answer => {
  const { host, protocol } = new URL(request.redirect_uri);
  return accountPage('signInTitle', locales, {
    request: JSON.stringify({
      application: app.friendly_name,
      scopes: readScopes(request.scope) ?? [],
      host: host || protocol,
      cancel: answerTo(request, { error: 'access_denied' }),
    }),
  });
};
