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
    script: `
// The last three: the address that AWS gives the API has a path of its own.
const link = location.pathname.split('/').slice(-3).join('/');
const open = async () => {
  const answer = await call('POST', '/v2/sign/unauth/' + link);
  const { envelope, recipient, access_token, brand } = answer;
  at('name').textContent = envelope.name;
  const states = {
    submitted: 'You have signed. Thank you.', declined: 'You declined to sign.', canceled: 'This envelope has ended.',
    failed: 'You could not be verified. The sender can let you try again.',
  };
  const sender = envelope.sender_name + (brand && brand.name && brand.name !== envelope.sender_name ? ', ' + brand.name : '');
  at('verify').hidden = recipient.auth_step === null || recipient.status in states;
  at('about').textContent = 'From ' + sender + '. ' +
    (recipient.delegated_to ? 'You passed it on to ' + recipient.delegated_to + '.' : states[recipient.status] || (recipient.type === 'cc' ? 'This is your copy.' : 'It waits for you, ' + recipient.full_name + '.'));
  // Blank for whoever may not see them: not verified yet, or somebody else has taken over.
  for (const item of envelope.documents.filter(({ name }) => name)) {
    const button = document.createElement('button');
    button.className = 'other';
    button.textContent = item.name;
    busy(button, 'click', async () => {
      const answer = await fetch(document.body.dataset.api + '/v2/envelope-documents/' + item.id + '?type=download', { headers: { signer: 'Bearer ' + access_token } });
      if (!answer.ok) throw new Error((await answer.json()).error);
      location.assign(await answer.text());
    });
    at('documents').append(button);
  }
  show('opened');
};
busy(at('form'), 'submit', () => open().catch((error) => {
  const ended = { signing_link_expired: 'expired', signing_link_unknown: 'unknown', invalid: 'unknown' }[error.code];
  if (!ended) throw error;
  show(ended);
}));
busy(at('fresh'), 'submit', async () => { await call('POST', '/v2/sign/unauth/' + link + '/fresh-link'); show('sent'); });
`,
  });
