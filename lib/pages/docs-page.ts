import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import escapeHtml from 'escape-html';
import { config } from '../base/config.ts';
import { fail } from '../base/errors.ts';
import { Answer, page } from '../http/answer.ts';
import { BASE_URL_PLACEHOLDER } from '../http/placeholder.ts';
import { assetsPlace, assetsUrl, scriptUrl } from './assets.ts';
import { type Entry, findEntries } from './browser/docs/search.ts';

/** The reference as it was made when the functions were bundled (`infra/docs`). */
export interface StoredPages {
  title: string;
  style: string;
  /** Markup of the links to all pages. */
  navigation: string;
  pages: Record<string, { title: string; main: string }>;
  /** The index of the search. */
  entries: Entry[];
}

/** The folder of the reference's files among the pages' assets. */
export const DOCS_FOLDER = 'docs';

const FRAME = 'frame.json';
const ENTRIES = 'entries.json';
const fileOf = (name: string): string => `page-${name}.json`;

/** Files of the reference by their names: a small one for each page, so that a page needs no other's. */
export const docsFiles = ({ pages, entries, ...frame }: StoredPages): [string, string][] => [
  ...Object.entries(pages).map(([name, content]): [string, string] => [fileOf(name), JSON.stringify(content)]),
  [FRAME, JSON.stringify(frame)],
  [ENTRIES, JSON.stringify(entries)],
];

const place = (file: string): string => assetsPlace(`${DOCS_FOLDER}/${file}`);
const read = (file: string) => JSON.parse(readFileSync(place(file), 'utf8'));

/** Five minutes, as the description that the pages show. */
const KEPT = { 'Cache-Control': 'public, max-age=300' };

/** A page of the reference; throws `not_found`. */
export const docsPage = (name: string): Answer => {
  if (!existsSync(place(fileOf(name)))) fail('not_found');
  const { title, main } = read(fileOf(name)) as StoredPages['pages'][string];
  return framed(title, main);
};

/** The page of what was found, for readers without scripts and for addresses that are passed on. */
export const docsSearchPage = (query: string): Answer => {
  const found = findEntries(read(ENTRIES) as Entry[], query, 50);
  const items = found.map(
    ({ kind, title, about, page: at }) =>
      `<li><a href="${escapeHtml(at)}">${escapeHtml(title)}</a> <small>${kind}</small><p>${escapeHtml(about)}</p></li>`,
  );
  const list = items.length > 0 ? `<ol class="results">${items.join('')}</ol>` : '<p>Nothing was found.</p>';
  return framed(`Search: ${query}`, `<header><h1>Search: ${escapeHtml(query)}</h1></header>${list}`, query);
};

/** The index for the page's script. */
export const docsEntries = (): Answer =>
  new Answer('application/json', readFileSync(place(ENTRIES), 'utf8'), 200, KEPT);

const framed = (title: string, main: string, query = ''): Answer => {
  const frame = read(FRAME) as Pick<StoredPages, 'title' | 'style' | 'navigation'>;
  const api = config.baseUrl();
  const markup = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} · ${frame.title} API`)}</title>
<style>${frame.style}</style>
<script type="module" src="${escapeHtml(scriptUrl('docs'))}"></script>
</head>
<body data-api="${escapeHtml(api)}">
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="?page=start">${escapeHtml(frame.title)} API</a>
<form role="search"><label for="q" class="unseen">Search</label><input type="search" id="q" name="q" placeholder="Search (press /)" maxlength="100" autocomplete="off" value="${escapeHtml(query)}"><div id="found" class="found" hidden></div></form>
</header>
<nav aria-label="All pages"><input type="checkbox" id="menu"><label for="menu">All pages</label>${frame.navigation}</nav>
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>`;
  const hash = createHash('sha256').update(frame.style).digest('base64');
  const shown = page(markup.replaceAll(BASE_URL_PLACEHOLDER, escapeHtml(api)), {
    'default-src': [],
    'style-src': [`'sha256-${hash}'`],
    'img-src': ['data:'],
    'script-src': [assetsUrl()],
    'connect-src': [new URL(api).origin],
  });
  return new Answer(shown.mime, shown.body, shown.status, { ...shown.headers, ...KEPT });
};
