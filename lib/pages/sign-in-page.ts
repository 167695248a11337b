import escapeHtml from 'escape-html';
import { config } from '../base/config.ts';
import type { Answer } from '../http/answer.ts';
import { readScopes, SCOPES } from '../people/access/scopes.ts';
import { type AuthorizationRequest, answerTo } from '../people/oauth/authorization-request.ts';
import type { OauthAppItem } from '../storage/records/oauth-app.ts';
import { failurePage } from './failure-page.ts';
import { webPage } from './web-page.ts';

/** Page for a request that can't be redirected, because no trusted application made it. */
export const refusedRequestPage = failurePage({ title: 'refusedRequest', advice: 'refusedRequestAbout' });

/**
 * Page on which a user signs in and consents to an application. The sign-in exists in the page's memory only, and ends
 * with the user's answer. The request has been checked (`checkAuthorizationRequest`).
 */
export const signInPage = (request: AuthorizationRequest, app: OauthAppItem): Answer => {
  const name = escapeHtml(app.friendly_name);
  const cancel = escapeHtml(answerTo(request, { error: 'access_denied' }));
  const { host, protocol } = new URL(request.redirect_uri);
  return webPage({
    title: `Sign in to continue to ${app.friendly_name}`,
    main: `
<section id="sign-in"><h1>Sign in to continue to ${name}</h1>
<form id="credentials"><label for="email">E-mail address</label>
<input id="email" type="email" autocomplete="username" maxlength="254" required>
<label for="password">Password</label>
<input id="password" type="password" autocomplete="current-password" maxlength="200" required>
<button>Sign in</button><a class="button other" href="${cancel}">Cancel</a>
<p class="forgot"><a href="${escapeHtml(config.appUrl())}/reset-password" target="_blank" rel="noopener">Forgot your password?</a></p></form></section>
<section id="second-factor" hidden><h1>Confirm that it is you</h1>
<form id="factor"><label for="code">Code from your authenticator app</label>
<input id="code" inputmode="text" autocomplete="one-time-code" autocapitalize="none" maxlength="20" required>
<p class="soft">Or one of your backup codes.</p><button>Continue</button><a class="button other" href="${cancel}">Cancel</a></form></section>
<section id="consent" hidden><h1>Allow ${name} to act for you?</h1>
<p>You are signed in as <strong id="person"></strong>.</p>
<label for="profile">Organization</label><select id="profile"></select>
<p>In your name, ${name} will be able to:</p>
<ul>${(readScopes(request.scope) ?? []).map((scope) => `<li>${escapeHtml(SCOPES[scope])}</li>`).join('')}</ul>
<p class="soft">You will be sent back to <strong>${escapeHtml(host || protocol)}</strong>. You can end the access at any time in your list of sessions.</p>
<form id="allow"><button>Allow</button><button id="refuse" type="button" class="other">Do not allow</button></form></section>`,
    script: 'sign-in',
  });
};
