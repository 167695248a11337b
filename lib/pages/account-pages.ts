import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/**
 * Where the link of a verification mail leads. Address and code stand after the `#`, which no server sees. It verifies
 * at a press, not when opened: mail scanners open links too.
 */
export const verifyEmailPage = (): Answer =>
  webPage({
    title: 'Confirm your e-mail address',
    main: `
<section id="ask"><h1>Confirm your e-mail address</h1>
<form id="form"><p>Is <strong id="address"></strong> your address?</p><button>Confirm address</button></form></section>
<section id="done" hidden><h1>Thank you</h1><p>Your address is confirmed. You can close this page and sign in.</p></section>
<section id="stale" hidden><h1>This link cannot be used</h1>
<form id="again"><p>It was used already, or has expired. If your address is not confirmed yet, you can have another link sent to it.</p>
<button>Send a new link</button></form></section>
<section id="sent" hidden><h1>Look into your mailbox</h1><p>If your address is not confirmed yet, a link is in its mailbox, or on its way. The latest one counts, also if you have it already.</p></section>
<section id="broken" hidden><h1>This link is not complete</h1><p>Open it from the mail again, or copy all of it.</p></section>`,
    script: `
const given = new URLSearchParams(location.hash.slice(1));
const [email, token] = [given.get('email'), given.get('token')];
at('address').textContent = email || '';
show(email && token ? 'ask' : 'broken');
busy(at('form'), 'submit', async () => {
  const verified = await call('POST', '/v2/users/verify', { email, token }).catch((error) => {
    if (error.code !== 'code_wrong') throw error;
  });
  if (!verified) return show('stale');
  const { refresh_token } = verified;
  show('done');
  // This page signs nobody in: what the verification opened is closed again.
  await call('POST', '/v2/oauth2/revoke', { token: refresh_token }).catch(() => {});
});
busy(at('again'), 'submit', async () => {
  await call('POST', '/v2/users/resend-verification', { email });
  show('sent');
});
`,
  });

/** Where the link of a reset mail leads: asks for a code to be mailed, then for code and new password. */
export const resetPasswordPage = (): Answer =>
  webPage({
    title: 'Reset your password',
    main: `
<section id="ask"><h1>Reset your password</h1>
<form id="request"><label for="email">E-mail address</label>
<input id="email" type="email" autocomplete="username" maxlength="254" required><button>Send me a code</button></form></section>
<section id="set" hidden><h1>Choose a new password</h1>
<p>For <strong id="address"></strong>.</p>
<p id="mailed" class="soft" hidden>If there is an account for this address, a mail with a code is in its mailbox, or on its way. The latest one counts, also if you have it already.</p>
<form id="change"><div id="typed"><label for="code">Code from the mail</label>
<input id="code" inputmode="numeric" autocomplete="one-time-code" maxlength="100" required></div>
<label for="password">New password</label>
<input id="password" type="password" autocomplete="new-password" minlength="8" maxlength="200" required>
<p class="soft">At least 8 characters.</p><button>Set password</button></form>
<button id="again" type="button" class="other">Send me another code</button></section>
<section id="done" hidden><h1>Your password is changed</h1><p>You have been signed out everywhere. Sign in with the new password.</p></section>`,
    script: `
const given = new URLSearchParams(location.hash.slice(1));
at('email').value = given.get('email') || '';
at('code').value = given.get('code') || '';
const choose = () => {
  at('address').textContent = at('email').value;
  show('set');
};
if (given.get('email') && given.get('code')) {
  // The link carries all that is needed: there is nothing to type.
  at('typed').hidden = true;
  choose();
  at('password').focus();
} else show('ask');
const mailCode = async () => {
  await call('POST', '/v2/users/reset-password', { email: at('email').value });
  at('code').value = '';
  at('typed').hidden = false;
  at('mailed').hidden = false;
  choose();
};
busy(at('request'), 'submit', mailCode);
busy(at('again'), 'click', mailCode);
busy(at('change'), 'submit', async () => {
  const body = { email: at('email').value, code: at('code').value, new_password: at('password').value };
  await call('POST', '/v2/users/reset-password', body);
  show('done');
});
`,
  });
