import escapeHtml from 'escape-html';
import { config } from '../base/config.ts';
import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/** The page at the service's own address: says where to go after a shortened link. */
export const homePage = (): Answer =>
  webPage({
    title: 'Countersign',
    main: `
<section><h1>Documents are signed here</h1>
<p>Did somebody send you a document? Open it from the message that you got: the link in it is yours alone.</p>
<a class="button other" href="${escapeHtml(config.baseUrl())}/docs">For developers: API reference</a></section>`,
  });
