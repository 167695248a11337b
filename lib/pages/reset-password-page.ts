import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/** Page that the link of a reset mail leads to: asks for a code to be mailed, then for code and new password. */
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
    script: 'reset-password',
  });
