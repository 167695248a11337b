import escapeHtml from 'escape-html';
import { config } from '../base/config.ts';
import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/** Target of a sender's mails while no application is at `APP_URL`: names the envelope, and where to see it. */
export const envelopePage = (envelope_id: string): Answer =>
  webPage({
    title: 'Your envelope',
    main: `
<section id="about"><h1>Your envelope</h1>
<p>See it in the application that you sent it with, or fetch it from the API:</p>
<p class="soft"><code>GET /v2/envelopes/${escapeHtml(envelope_id)}</code></p>
<a class="button" href="${escapeHtml(config.baseUrl())}/docs">Open the API reference</a></section>`,
  });
