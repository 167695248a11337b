import { type Description, type Operation, slugOf, webhooksOf } from './description.ts';
import type { Guide } from './guides.ts';
import { type Html, html } from './html.ts';
import { type Known, markdown } from './markdown.ts';
import { sessionOf } from './operation-page.ts';
import { anchorOf, schemaTable, typeOf } from './schema-table.ts';

/** One area of the interface. */
export interface Area {
  name: string;
  description?: string;
  operations: readonly Operation[];
}

/** The first page: where to begin, the areas, and all operations. */
export const startPage = (api: Description, guides: readonly Guide[], areas: readonly Area[], known: Known): Html =>
  html`<header>
<h1>${api.info.title} API</h1>
<p class="lead">${api.info.summary}. Version ${api.info.version} of the interface.</p>
<p>Base address <code>${api.servers[0]?.url}</code> · <a href="${api.servers[0]?.url}/openapi.json">openapi.json</a> · <a href="?page=errors">errors</a> · <a href="?page=records">records</a></p>
</header>
<h2 id="guides">Guides</h2>
<ul class="cards">${guides.map(({ name, title, lead }) => html`<li><a href="?page=guide-${name}">${title}</a><p>${lead}</p></li>`)}</ul>
<h2 id="basics">Basics</h2>
${markdown(api.info.description, known, 2)}
<h2 id="samples">Samples</h2>
<p>Samples read what differs from caller to caller from the environment: <code>TOKEN</code> is a user's access token,
<code>SIGNER_TOKEN</code> a recipient's, the others are named after the path (<code>ENVELOPE_ID</code>). In curl, names in a path
(<code>ROLE_NAME</code>, <code>EMAIL</code>) must be percent-encoded; the other languages do it themselves.</p>
<p>Example answers are recorded from the platform. Their ids, times and secrets are made up, long texts end with …, and lists after three records.</p>
<h2 id="operations">Operations</h2>
${areas.map(
  ({
    name,
    description,
    operations,
  }) => html`<section><h3 id="${slugOf(name)}"><a href="?page=${slugOf(name)}">${name}</a></h3>
${markdown(description, known)}${operationList(operations)}</section>`,
)}`;

/** The page of an area: what it is about, and its operations. */
export const areaPage = ({ name, description, operations }: Area, known: Known): Html =>
  html`<header><h1>${name}</h1>${markdown(description, known, 2)}</header>${operationList(operations, known)}`;

/** Rows have the operations' ids as their anchors. */
const operationList = (operations: readonly Operation[], known?: Known): Html =>
  html`<ul class="operations">${operations.map(
    ({
      method,
      path,
      operation,
    }) => html`<li id="${operation.operationId}"><a href="?page=${operation.operationId}">${operation.summary}</a>
<span class="route"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></span>${known && html`<p class="facts"><code>${operation.operationId}</code> · ${sessionOf(operation)}</p>${markdown(operation.description, known, 2)}`}</li>`,
  )}</ul>`;

/** All records that requests and answers are made of. */
export const recordsPage = ({ components }: Description, known: Known): Html =>
  html`<header><h1>Records</h1><p>What requests and answers are made of. A star marks what is always there.</p></header>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<section class="record"><h2 id="${anchorOf(name)}"><code>${name}</code></h2>
${markdown(schema.description, known, 2)}${schema.properties ? schemaTable(schema) : html`<p>${typeOf(schema)}</p>`}</section>`,
)}`;

/** Calls that the platform makes to an organization's endpoint. */
export const eventsPage = (api: Description, known: Known): Html =>
  html`<header><h1>Webhook events</h1><p>What the platform sends to the address of the organization's webhook. The <a href="?page=guide-webhooks">guide</a> has a receiver that checks the signature. Calls follow Standard Webhooks and never have a link, a key or a token of a recipient.</p></header>
${headersTable(api, known)}
<h2>Events</h2>
${webhooksOf(api).map(([name, { summary, description, requestBody }]) => {
  const { schema, example } = requestBody.content['application/json'] ?? {};
  return html`<section class="record"><h3 id="${name}"><code>${name}</code></h3>
<p>${summary}</p>${markdown(description, known, 2)}<p>${typeOf(schema)}</p>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre></section>`;
})}`;

const headersTable = (api: Description, known: Known): Html => {
  const [[, call] = []] = webhooksOf(api);
  return html`<h2 id="headers">Headers</h2>
<div class="wide"><table><thead><tr><th>Name</th><th>Meaning</th><th>Example</th></tr></thead>
<tbody>${call?.parameters.map(
    ({ name, description, example }) =>
      html`<tr><td><code>${name}</code></td><td>${markdown(description, known, 2)}</td><td><code>${String(example)}</code></td></tr>`,
  )}</tbody></table></div>`;
};
