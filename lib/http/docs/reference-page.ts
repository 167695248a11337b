import { type Html, html, prose } from './html.ts';
import { anchorOf, row, type Schema, schemaTable, typeOf } from './schema-table.ts';
import { STYLE } from './style.ts';

/** The part of an OpenAPI description that the page shows. */
export interface Description {
  info: { title: string; version: string; summary?: string; description?: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, DescribedResponse> };
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: { $ref?: string; name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, DescribedResponse>;
}

interface DescribedResponse {
  $ref?: string;
  description?: string;
  content?: Record<string, Content>;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/**
 * Renders the reference as one page: no script, nothing loaded, folded by operation, so that the browser's own search
 * finds everything.
 */
export const referencePage = (api: Description): string => {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const sections = api.tags.map((tag) => ({
    ...tag,
    of: operations.filter((one) => one.operation.tags.includes(tag.name)),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${api.info.title} API ${api.info.version}</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Contents"><details open><summary>Contents</summary><ul>
${sections.map(({ name, of }) => html`<li><a href="#${slug(name)}">${name}</a> <small>${of.length}</small></li>`)}
<li><a href="#records">Records</a></li></ul></details></nav>
<main>
<header>
<h1>${api.info.title} API</h1>
<p class="lead">${api.info.summary}. Version ${api.info.version}.</p>
<p>Base address <code>${api.servers[0]?.url}</code> · <a href="${api.servers[0]?.url}/openapi.json">openapi.json</a></p>
${prose(api.info.description)}
</header>
${sections.map(
  ({ name, description, of }) => html`<section id="${slug(name)}"><h2>${name}</h2>${prose(description)}
${of.map((one) => operationDetails(api, one))}</section>`,
)}
<section id="records"><h2>Records</h2>
${Object.entries(api.components.schemas).map(
  ([name, schema]) => html`<details id="${anchorOf(name)}"><summary><code>${name}</code></summary>
<div class="body">${prose(schema.description)}${schema.properties ? schemaTable(schema) : html`<p>${typeOf(schema)}</p>`}</div></details>`,
)}
</section>
</main>
</body>
</html>`.text;
};

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const operationDetails = (
  api: Description,
  { method, path, operation }: { method: string; path: string; operation: DescribedOperation },
): Html => {
  const parameters = (operation.parameters ?? []).filter(({ $ref }) => $ref === undefined);
  return html`<details id="${operation.operationId}">
<summary><b class="${method.toLowerCase()}">${method}</b> <code class="path">${path}</code> <span>${operation.summary}</span></summary>
<div class="body">
<p class="facts"><code>${operation.operationId}</code> · ${sessionOf(operation)}</p>
${prose(operation.description)}
${parameters.length > 0 && parameterTable(parameters)}
${Object.entries(operation.requestBody?.content ?? {}).map(([mime, content]) => contentBlock(`Request: ${mime}`, content))}
${Object.entries(operation.responses['200']?.content ?? {}).map(([mime, content]) => contentBlock(`Answer: ${mime}`, content))}
<h4>Errors</h4>
<ul class="errors">${errorItems(api, operation)}</ul>
</div></details>
`;
};

const SESSIONS: Record<string, string> = { user: 'user session', oauth2: '', signer: 'signing session' };

const sessionOf = ({ security }: DescribedOperation): string => {
  const kinds = security.flatMap((scheme) => Object.keys(scheme)).map((name) => SESSIONS[name] ?? name);
  return kinds.filter((kind) => kind !== '').join(' or ') || 'no session needed';
};

const parameterTable = (parameters: NonNullable<DescribedOperation['parameters']>): Html =>
  html`<h4>Parameters</h4><div class="wide"><table>
<thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${parameters.map((one) => row(one.in === 'path' ? `{${one.name}}` : `?${one.name}`, one.required ?? false, one.schema, one.description))}</tbody>
</table></div>`;

const contentBlock = (title: string, { schema, example }: Content): Html =>
  html`<h4>${title}</h4>
${!schema?.properties && html`<p>${typeOf(schema)}</p>`}${schemaTable(schema)}
${example !== undefined && html`<pre>${typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>`}`;

const errorItems = (api: Description, { responses }: DescribedOperation): Html[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => {
      const common = response.$ref !== undefined;
      const { description, content } = response.$ref
        ? (api.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? {})
        : response;
      const codes = Object.keys(content?.['application/json']?.examples ?? {});
      return html`<li><b>${status}</b> ${description}${!common && codes.map((code) => html` <code>${code}</code>`)}</li>`;
    });
