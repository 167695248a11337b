import { slugOf } from './description.ts';
import type { Guide } from './guides.ts';
import { type Html, html } from './html.ts';
import type { Area } from './list-pages.ts';

/** Links to all pages. Areas are folded; the page's script opens the one that is read. */
export const navigation = (guides: readonly Guide[], areas: readonly Area[], hasEvents: boolean): Html =>
  html`<ul>
<li><a href="?page=start">Start</a></li>
<li><span class="group">Guides</span><ul>${guides.map(({ name, title }) => html`<li><a href="?page=guide-${name}">${title}</a></li>`)}</ul></li>
<li><span class="group">Reference</span><ul>
${areas.map(
  ({ name, operations }) =>
    html`<li><details><summary>${name}</summary><ul><li><a href="?page=${slugOf(name)}">All of ${name}</a></li>${operations.map(
      ({ operation }) => html`<li><a href="?page=${operation.operationId}">${operation.summary}</a></li>`,
    )}</ul></details></li>`,
)}
${hasEvents && html`<li><a href="?page=events">Webhook events</a></li>`}
<li><a href="?page=errors">Errors</a></li>
<li><a href="?page=records">Records</a></li>
</ul></li>
</ul>`;
