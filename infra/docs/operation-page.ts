import {
  type Content,
  type DescribedOperation,
  type Description,
  type Operation,
  type Parameter,
  slugOf,
} from './description.ts';
import { type Html, html } from './html.ts';
import { type Known, markdown } from './markdown.ts';
import { LANGUAGES, pathVariables, samplesOf } from './samples.ts';
import { row, type Schema, schemaTable, typeOf } from './schema-table.ts';

/** The page of one operation: its description on the left, samples and the form to try it on the right. */
export const operationPage = (api: Description, one: Operation, known: Known): Html => {
  const { method, path, operation } = one;
  const [tag = ''] = operation.tags;
  return html`<article class="operation">
<header>
<p class="crumbs"><a href="?page=${slugOf(tag)}">${tag}</a></p>
<h1>${operation.summary}</h1>
<p class="route"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></p>
<p class="facts"><code>${operation.operationId}</code> · ${sessionOf(operation)}</p>
${markdown(operation.description, known, 2)}
</header>
<div class="aside">
${samplesBlock(one)}
${answersBlock(operation)}
${tryForm(one)}
</div>
<div class="contract">
${parameterTable((operation.parameters ?? []).filter(({ $ref }) => $ref === undefined))}
${Object.entries(operation.requestBody?.content ?? {}).map(([mime, content]) => contentBlock('Request', mime, beyondJson(operation, mime, content), api, true))}
${Object.entries(operation.responses['200']?.content ?? {}).map(([mime, { schema }]) => contentBlock('Answer', mime, { schema }, api))}
<h2 id="errors">Errors</h2>
${errorTable(api, operation)}
</div>
</article>`;
};

const SESSIONS: Record<string, string> = { user: 'user session', oauth2: '', signer: 'signing session' };

export const sessionOf = ({ security }: DescribedOperation): string => {
  const kinds = security.flatMap((scheme) => Object.keys(scheme)).map((name) => SESSIONS[name] ?? name);
  return kinds.filter((kind) => kind !== '').join(' or ') || 'no session needed';
};

/** One language is shown at a time: the one whose button is chosen, without a script. */
const samplesBlock = (operation: Operation): Html => {
  const samples = samplesOf(operation);
  return html`<section class="samples" aria-labelledby="sample"><h2 id="sample">Sample</h2>
${samples.map(
  ({ language }, index) =>
    html`<input type="radio" name="language" id="in-${language}" value="${language}"${index === 0 && html` checked`}><label for="in-${language}">${LANGUAGES[language]}</label>`,
)}
${samples.map(({ language, text }) => html`<pre class="in-${language}" tabindex="0" data-language="${language}"><code>${text}</code></pre>`)}
</section>`;
};

/** The answers that the suite recorded, beside the samples that ask for them. */
const answersBlock = ({ responses }: DescribedOperation): Html | false => {
  const shown = Object.entries(responses['200']?.content ?? {}).filter(([, { example }]) => example !== undefined);
  return (
    shown.length > 0 &&
    html`<section class="answers" aria-labelledby="answer"><h2 id="answer">Example answer</h2>
${shown.map(([mime, { example }]) => html`${shown.length > 1 && html`<h3>${mime}</h3>`}<pre tabindex="0"><code>${mime === 'text/plain' ? String(example) : JSON.stringify(example, null, 2)}</code></pre>`)}
</section>`
  );
};

const parameterTable = (parameters: readonly Parameter[]): Html | false =>
  parameters.length > 0 &&
  html`<h2 id="parameters">Parameters</h2><div class="wide"><table>
<thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${parameters.map((one) => row(one.in === 'path' ? `{${one.name}}` : `?${one.name}`, one.required ?? false, one.schema, one.description))}</tbody>
</table></div>`;

/**
 * A body, sent or answered, in one media type; samples show an example of it. `open` unfolds the members of its
 * records.
 */
const contentBlock = (title: string, mime: string, { schema }: Content, api: Description, open = false): Html =>
  html`<h2 id="${title.toLowerCase()}-${slugOf(mime).replace(/\W+/g, '-')}">${title}: ${mime}</h2>
${!schema?.properties && html`<p>${typeOf(schema)}</p>`}${schema?.properties && markdown(schema.description)}${schemaTable(schema)}${recordsIn(schema).map((name) => membersOf(name, api, open))}`;

/** Names of the records that a schema is made of. */
const recordsIn = (schema: Schema | undefined): string[] => {
  if (!schema) return [];
  if (schema.$ref) return [schema.$ref.split('/').at(-1) ?? ''];
  return [...(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(
    recordsIn,
  );
};

/** A record's members, to be unfolded where the operation answers it. */
const membersOf = (name: string, { components }: Description, open: boolean): Html | false => {
  const schema = components.schemas[name];
  return (
    schema?.properties !== undefined &&
    html`<details class="members"${open && html` open`}><summary>Members of ${name}</summary>${schemaTable(schema)}</details>`
  );
};

/** A form takes the members of the JSON body, too: only its files are listed. */
const beyondJson = ({ requestBody }: DescribedOperation, mime: string, content: Content): Content => {
  const json = requestBody?.content['application/json']?.schema;
  const { properties } = content.schema ?? {};
  if (mime === 'application/json' || !json || !properties) return content;
  const known = new Set(Object.keys(json.properties ?? {}));
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !known.has(name)));
  return { schema: { ...content.schema, description: 'The members of the JSON body as texts, and:', properties: own } };
};

const errorTable = (api: Description, { responses }: DescribedOperation): Html =>
  html`<ul class="errors">${Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => {
      const codes = codesOf(api, response);
      return html`<li><b>${status}</b> ${codes.map((code) => html`<a href="?page=errors#${code}"><code>${code}</code></a> `)}</li>`;
    })}</ul>`;

const codesOf = (api: Description, response: DescribedOperation['responses'][string]): string[] => {
  const { content } = response.$ref
    ? (api.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? {})
    : response;
  return Object.keys(content?.['application/json']?.examples ?? {});
};

/** Operations whose effect can't be taken back easily: the form asks before it sends them. */
const CANT_BE_UNDONE =
  /^(delete|remove|revoke|cancel|decline|disable|rotate|regenerate|forget|end|reset|actOn|changePassword|reportEnvelope)/;

/** The form that sends a request to the platform that serves the page. It is shown once its script runs. */
const tryForm = ({ method, path, operation }: Operation): Html => {
  const security = operation.security.flatMap((scheme) => Object.keys(scheme)).filter((name) => name !== 'oauth2');
  const body = operation.requestBody?.content['application/json'];
  const { operationId } = operation;
  const asks = CANT_BE_UNDONE.test(operationId) ? operation.summary : '';
  const parameters = (operation.parameters ?? []).filter(({ $ref }) => $ref === undefined);
  const id = (name: string) => `try-${name}`;
  return html`<section class="try" aria-labelledby="try" hidden><h2 id="try">Try it</h2>
<form data-method="${method}" data-path="${path}" data-asks="${asks}">
${
  security.length > 0 &&
  html`<label for="${id('token')}">${security.includes('user') ? 'Access token' : 'Signing token'}</label>
<input id="${id('token')}" name="token" type="password" autocomplete="off" spellcheck="false">
${security.length > 1 && html`<label for="${id('session')}">Kind of token</label><select id="${id('session')}" name="session"><option value="user">user</option><option value="signer">signer</option></select>`}
${security.length === 1 && html`<input type="hidden" name="session" value="${security[0]}">`}`
}
${parameters.map(
  ({
    in: place,
    name,
    required,
    schema,
  }) => html`<label for="${id(`${place}-${name}`)}">${place === 'path' ? `{${name}}` : `?${name}`}${required && html` <b title="required">*</b>`}</label>
<input id="${id(`${place}-${name}`)}" name="${place}:${name}" data-variable="${place === 'path' && pathVariables(path).find((one) => one.name === name)?.variable}"${required && html` required`} value="${place === 'path' ? (schema.enum?.[0] as string | undefined) : ''}" autocomplete="off" spellcheck="false">`,
)}
${
  body &&
  html`<label for="${id('body')}">Body (JSON)</label>
<textarea id="${id('body')}" name="body" rows="8" spellcheck="false">${JSON.stringify(body.example ?? {}, null, 2)}</textarea>`
}
<button type="submit">Send</button>
</form>
<div class="answer" role="status"></div>
</section>`;
};
