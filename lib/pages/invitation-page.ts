import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/** Target of an invitation's link. Address and token are in the fragment, which no server sees. */
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
    script: 'invitation',
  });
