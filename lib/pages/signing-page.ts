import type { Answer } from '../http/answer.ts';
import { failurePage } from './failure-page.ts';
import { webPage } from './web-page.ts';

/** What a browser shows where the link was cut off or mistyped. */
export const brokenLinkPage = failurePage({
  title: 'This link is not complete',
  advice: 'Open it from the message again, or copy all of it into the address bar.',
});

/**
 * Where a signing link leads as long as no signing application stands at `APP_URL`: it shows what the link is for, and the
 * documents. It opens the session at a press, not when loaded: mail scanners open links too.
 */
export const signingPage = (): Answer =>
  webPage({
    title: 'Your envelope',
    main: `
<section id="ask"><h1>You received documents</h1>
<form id="form"><p>Open the envelope to see what it is about and read its documents.</p><button>Open the envelope</button></form></section>
<section id="opened" hidden><h1 id="name" tabindex="-1"></h1>
<p id="about"></p><p id="verify" hidden>Its documents can be read once it is verified who you are, in the application that you sign with.</p>
<div id="documents"></div></section>
<section id="expired" hidden><h1>This link has expired</h1>
<form id="fresh"><p>A new one can be sent to you, the way this one was.</p><button>Send a new link</button></form></section>
<section id="unknown" hidden><h1>This link does not work</h1>
<p>It is not complete, or no longer good. Open it from the message again, or copy all of it into the address bar.</p></section>
<section id="sent" hidden><h1 tabindex="-1">Look at your messages</h1><p>If you can still sign, a new link is on its way.</p></section>`,
    script: 'signing',
  });
