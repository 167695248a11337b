import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCS_FOLDER, docsFiles, type StoredPages } from '../../lib/pages/docs-page.ts';
import { type Description, operationsOf, slugOf, webhooksOf } from './description.ts';
import { errorsOf, errorsPage } from './errors-page.ts';
import { readGuides } from './guides.ts';
import { type Html, html } from './html.ts';
import { areaPage, eventsPage, recordsPage, startPage } from './list-pages.ts';
import { markdown } from './markdown.ts';
import { navigation } from './navigation.ts';
import { operationPage } from './operation-page.ts';
import { anchorOf } from './schema-table.ts';
import { searchIndex } from './search-index.ts';
import { STYLE } from './style.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes all pages of the reference from the OpenAPI description and the guides. */
const makeDocs = (api: Description, guidesFolder = join(root, 'docs/guides')): StoredPages => {
  const operations = operationsOf(api);
  const areas = api.tags
    .map((tag) => ({ ...tag, operations: operations.filter((one) => one.operation.tags.includes(tag.name)) }))
    .filter((area) => area.operations.length > 0);
  const guides = readGuides(guidesFolder);
  const errors = errorsOf(api, operations);
  const known = new Map([
    ...Object.keys(api.components.schemas).map((name): [string, string] => [name, `?page=records#${anchorOf(name)}`]),
    ...errors.map(({ code }): [string, string] => [code, `?page=errors#${code}`]),
    ...webhooksOf(api).map(([name]): [string, string] => [name, `?page=events#${name}`]),
    ...operations.flatMap(({ method, path, operation: { operationId } }): [string, string][] => [
      [operationId, `?page=${operationId}`],
      [`${method} ${path}`, `?page=${operationId}`],
    ]),
  ]);
  const pages: Record<string, { title: string; main: string }> = {};
  const add = (name: string, title: string, { text }: Html): void => {
    if (pages[name]) throw new Error(`Two pages of the reference are named ${name}`);
    pages[name] = { title, main: text };
  };
  add('start', 'Reference', startPage(api, guides, areas, known));
  for (const { name, title, text } of guides) {
    add(`guide-${name}`, title, html`<article class="guide">${markdown(text, known)}</article>`);
  }
  for (const area of areas) add(slugOf(area.name), area.name, areaPage(area, known));
  for (const one of operations) add(one.operation.operationId, one.operation.summary, operationPage(api, one, known));
  add('errors', 'Errors', errorsPage(errors, known));
  add('records', 'Records', recordsPage(api, known));
  const hasEvents = webhooksOf(api).length > 0;
  if (hasEvents) add('events', 'Webhook events', eventsPage(api, known));
  return {
    title: api.info.title,
    style: STYLE,
    navigation: navigation(guides, areas, hasEvents).text,
    pages,
    entries: searchIndex(api, operations, areas, guides, errors),
  };
};

/** Writes the pages of the committed description beside the pages' scripts in the folder `assets`. */
export const bundleDocs = (assets: string): void => {
  const into = join(assets, DOCS_FOLDER);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const api = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Description;
  for (const [name, content] of docsFiles(makeDocs(api))) writeFileSync(join(into, name), content);
};
