import { randomBytes } from 'node:crypto';
import escapeHtml from 'escape-html';
import { config } from '../base/config.ts';
import { chooseLanguage, directionOf, type Language } from '../base/languages.ts';
import { type WebOrigin, writeOrigin } from '../base/web-origin.ts';
import { type Answer, page } from '../http/answer.ts';
import { assetsUrl, type PageScript, partUrls, placeUrls, readWords, scriptUrl } from './assets.ts';
import { PAGE_TEXTS } from './words/index.ts';

/** A page of the platform's own. */
interface WebPage {
  title: string;
  /** Markup; people's texts are escaped in it. The title alone unless given, until the script runs. */
  main?: string;
  /** Absent if the page runs nothing. */
  script?: PageScript;
  /** Locales of the reader, best first (`Accept-Language`): the page is in the first language with words. */
  locales?: readonly string[];
  /** Style beyond that of all pages. */
  style?: string;
  /** Origins of pictures, beside the page itself. */
  pictures?: readonly string[];
  /** Origins whose pages may frame it, and hear from it. */
  framedBy?: readonly WebOrigin[];
  /** Addresses that the script may ask; the whole API unless given. */
  mayAsk?: readonly string[];
  /** Data for the page's script, by names of `data-` attributes. */
  data?: Record<string, string>;
}

/**
 * A small page without others' parts: a nonce names its one style, scripts come from the assets only and are never
 * inline, it calls the API only, keeps data in memory, and is framed by pages of the origins `framedBy` alone. It is
 * used unless `APP_URL` points to the owner's site.
 */
export const webPage = ({
  title,
  main = `<section class="screen"><h1>${escapeHtml(title)}</h1></section>`,
  script,
  locales = [],
  style = '',
  pictures = [],
  framedBy = [],
  mayAsk,
  data = {},
}: WebPage): Answer => {
  const nonce = randomBytes(16).toString('base64');
  const api = config.baseUrl();
  const language = chooseLanguage(...locales);
  return page(
    `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ICON}">
<style nonce="${nonce}">${STYLE}${style}</style>
${script ? `<script type="module" src="${escapeHtml(scriptUrl(script))}"></script>` : ''}
</head>
<body ${attributes({ api, ...partsOf(script), ...data, ...(framedBy.length > 0 ? { 'framed-by': framedBy.map(writeOrigin).join(' ') } : {}) })}>
<main${script ? ' inert' : ''}>
${main}
<p id="error" role="alert" hidden></p>
</main>
${script ? wordsFor(script, language) + needsScript(language) : ''}
</body>
</html>`,
    {
      'default-src': [],
      'style-src': [`'nonce-${nonce}'`],
      'img-src': ['data:', ...pictures],
      ...(script ? { 'script-src': [assetsUrl()], 'connect-src': mayAsk ?? [new URL(api).origin] } : {}),
    },
    framedBy,
  );
};

/** A pen on the buttons' blue. Without an icon of its own, browsers ask for one that isn't there. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231d4ed8'/%3E%3Cpath d='M3 11q4-9 5-5t-2 4 5-3 2 4' fill='none' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

const attributes = (data: Record<string, string>): string =>
  Object.entries(data)
    .map(([name, value]) => `data-${name}="${escapeHtml(value)}"`)
    .join(' ');

/** Addresses of what the page's script loads later, for the script. */
const partsOf = (script: PageScript | undefined): Record<string, string> => {
  const parts = script ? partUrls(script) : [];
  const places = script ? placeUrls(script) : {};
  return {
    ...(parts.length > 0 ? { parts: parts.join(' ') } : {}),
    ...(Object.keys(places).length > 0 ? { places: JSON.stringify(places) } : {}),
  };
};

/** Words for the page's script. Only data: a template's content is neither shown nor run. */
const wordsFor = (script: PageScript, language: Language): string => {
  const found = readWords(script, language);
  if (!found) return '';
  const { files, places } = found;
  const given = `${found.words.slice(0, -1)},${JSON.stringify({ files, places }).slice(1)}`;
  return `<template id="words">${escapeHtml(given)}</template>\n`;
};

/** Nothing can be pressed before the script is loaded; the second line appears if it doesn't load. */
export const needsScript = (
  language: Language,
): string => `<noscript><p>${PAGE_TEXTS[language].needsScript}</p></noscript>
<p id="late" role="status">${PAGE_TEXTS[language].late}</p>`;

/** Style of all pages. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #16202c; --soft: #556270; --line: #c5ced8; --edge: #7b8896; --surface: #ffffff; --background: #eef2f6; --own: rgba(20, 60, 130, .08); --act: #1d4ed8; --on-act: #ffffff; --bad: #b42318; --on-bad: #ffffff; --good: #0b6b3a; --warn: #8a5300;
--small: .9rem; --large: 1.15rem; --title: 1.35rem; --round: 8px; --round-large: 12px; --target: 44px; --lift: 0 1px 3px rgba(10, 16, 24, .16); --quick: 120ms; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --soft: #a3b0bf; --line: #3c4855; --edge: #76859a; --surface: #18212b; --background: #0e151c; --own: rgba(160, 195, 255, .12); --act: #7aa2ff; --on-act: #0b1220; --bad: #ff9b90; --on-bad: #2b0805; --good: #6fd49b; --warn: #f2b861; --lift: 0 1px 3px rgba(0, 0, 0, .6); } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; min-height: 100vh; display: grid; grid-template-columns: minmax(0, 1fr); place-items: start center; align-content: start; padding: clamp(16px, 8vh, 96px) 16px 32px; background: var(--background); color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
:lang(ar) body { font-family: system-ui, "Segoe UI", "SF Arabic", "Geeza Pro", "Noto Sans Arabic", "Noto Naskh Arabic", Tahoma, sans-serif; line-height: 1.7; }
:lang(ja) body { font-family: system-ui, "Hiragino Sans", "Yu Gothic UI", Meiryo, "Noto Sans JP", "Noto Sans CJK JP", sans-serif; }
main { width: 100%; max-width: 26rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--round-large); padding: 28px 24px; overflow-wrap: anywhere; }
h1 { font-size: var(--title); line-height: 1.25; margin: 0 0 12px; }
p { margin: 0 0 16px; }
section > :last-child, form > :last-child { margin-bottom: 0; }
.soft { color: var(--soft); font-size: var(--small); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
label { display: block; font-weight: 600; margin: 0 0 4px; }
input, select { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: 8px; padding: 10px 12px; margin: 0 0 16px; min-height: 44px; }
select option { color: #16202c; background: #ffffff; }
button, .button { display: block; width: 100%; min-height: var(--target); font: inherit; font-weight: 600; text-align: center; text-decoration: none; border-radius: var(--round); padding: 10px 16px; border: 1px solid var(--act); background: var(--act); color: var(--on-act); cursor: pointer; transition: filter var(--quick); }
button:hover:not(:disabled), .button:hover { filter: brightness(.94); }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; animation-duration: 0s !important; scroll-behavior: auto !important; } }
button:disabled { opacity: .6; cursor: progress; }
a { color: var(--act); }
button.other, .button.other { background: transparent; color: var(--act); margin-top: 12px; }
h1:focus, dialog:focus { outline: none; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
.forgot { margin-top: 16px; text-align: center; }
#late { visibility: hidden; margin: 16px 0 0; }
main[inert] ~ #late { animation: late 0s 4s forwards; }
@keyframes late { to { visibility: visible; } }
@media (scripting: none) { #late { display: none; } }
#error { color: var(--bad); font-weight: 600; margin: 16px 0 0; }
`;
