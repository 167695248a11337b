import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/** Where the link of an invitation leads. Address and token stand after the `#`, which no server sees. */
export const invitationPage = (): Answer =>
  webPage({
    title: 'Your invitation',
    main: `
<section id="wait"><h1>Your invitation</h1><p>One moment …</p></section>
<section id="answer" hidden><h1 id="title"></h1>
<p>You were invited as <strong id="address"></strong>.</p>
<form id="accept"><label for="first">First name</label>
<input id="first" autocomplete="given-name" maxlength="100" required>
<label for="last">Last name</label>
<input id="last" autocomplete="family-name" maxlength="100" required>
<label for="password">Password</label>
<input id="password" type="password" autocomplete="current-password" minlength="8" maxlength="200" required>
<p class="soft">If this address has an account, its password. Otherwise choose one of at least 8 characters.</p>
<button>Join</button></form>
<button id="decline" type="button" class="other">Decline</button></section>
<section id="joined" hidden><h1>Welcome</h1><p>You have joined. You can close this page and sign in.</p></section>
<section id="declined" hidden><h1>Declined</h1><p>You will not be asked again. You can close this page.</p></section>
<section id="broken" hidden><h1>This invitation cannot be used</h1>
<p>It was used already, has expired or was withdrawn. Ask whoever invited you for another one.</p></section>`,
    script: `
const given = new URLSearchParams(location.hash.slice(1));
const named = { email: given.get('email') || '', token: given.get('token') || '' };
const base = '/v2/organization-invitations/';
call('GET', base + encodeURIComponent(named.email) + '/' + encodeURIComponent(named.token)).then((invitation) => {
  at('title').textContent = 'Join ' + invitation.organization.name;
  at('address').textContent = invitation.email;
  at('first').value = invitation.first_name;
  at('last').value = invitation.last_name;
  show('answer');
}, (error) => {
  // Cut off, used, expired or withdrawn; anything else may pass.
  if (error.status === 404 || error.status === 406) show('broken');
  else fail(error.message);
});
busy(at('accept'), 'submit', async () => {
  const body = { ...named, first_name: at('first').value, last_name: at('last').value, password: at('password').value };
  // Who has a second factor has joined, and will be asked for it when signing in.
  const { refresh_token } = await call('POST', base + 'accept', body).catch((error) => {
    if (error.content && error.content.mfa_token) return {};
    throw error;
  });
  show('joined');
  // This page signs nobody in: what the acceptance opened is closed again.
  if (refresh_token) await call('POST', '/v2/oauth2/revoke', { token: refresh_token }).catch(() => {});
});
busy(at('decline'), 'click', async () => {
  await call('POST', base + 'decline', named);
  show('declined');
});
`,
  });
