import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/**
 * Target of a verification mail's link. Address and code are in the fragment, which no server sees. It verifies at a
 * press, not when loaded, because mail scanners open links too.
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
    script: 'verify-email',
  });
