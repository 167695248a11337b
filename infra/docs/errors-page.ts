import type { DescribedError } from '../../lib/http/error-catalogue.ts';
import type { Description, Operation } from './description.ts';
import { type Html, html } from './html.ts';
import { type Known, markdown } from './markdown.ts';

/** An error with the operations that name it as their own; none for one that every operation can answer. */
export interface ListedError extends DescribedError {
  operations: readonly string[];
}

/** The catalogue of errors, by status and code. */
export const errorsOf = (api: Description, operations: readonly Operation[]): ListedError[] => {
  const users = new Map<string, string[]>();
  for (const { operation } of operations) {
    for (const response of Object.values(operation.responses)) {
      if (response.$ref) continue;
      for (const code of codesIn(response)) users.set(code, [...(users.get(code) ?? []), operation.operationId]);
    }
  }
  const common = new Set(Object.values(api.components.responses).flatMap(codesIn));
  return api['x-errors']
    .map((error) => ({ ...error, operations: common.has(error.code) ? [] : (users.get(error.code) ?? []) }))
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
};

const codesIn = ({ content }: Description['components']['responses'][string]): string[] =>
  Object.keys(content?.['application/json']?.examples ?? {});

/** The page of all errors: what each says and means, what to do, and which operations answer it. */
export const errorsPage = (errors: readonly ListedError[], known: Known): Html =>
  html`<header><h1>Errors</h1>
<p>Every error has the body <code>{"status": "ERROR", "error": "…"}</code>. The text is for people and may change; the header
<code>X-Error-Code</code> has the code below, for programs. <code>X-Request-Id</code> names the request when you ask for help.</p></header>
${[...Map.groupBy(errors, ({ status }) => status)].map(
  ([status, of]) => html`<h2 id="status-${status}">${status}</h2>
<dl class="catalogue">${of.map(
    ({ code, message, meaning, remedy, operations }) => html`<dt id="${code}"><code>${code}</code></dt>
<dd><p class="facts">“${message}”</p>${markdown(meaning, known)}${markdown(`**What to do:** ${remedy}`, known)}${
      operations.length > 0 &&
      html`<p class="facts">Answered by ${operations.map((id) => html`<a href="?page=${id}">${id}</a> `)}</p>`
    }</dd>`,
  )}</dl>`,
)}`;
