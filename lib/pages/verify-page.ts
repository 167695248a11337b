import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import { config } from '../base/config.ts';
import { chooseLanguage, directionOf, LANGUAGES } from '../base/languages.ts';
import { Answer } from '../http/answer.ts';
import { contentPolicy } from '../http/content-policy.ts';
import { APPLICATION_STYLE } from './application-style.ts';
import { assetsUrl, readScript, readWords } from './assets.ts';
import type { VerifyWords } from './browser/verify/words/en.ts';
import { needsScript, STYLE, webPage } from './web-page.ts';

const VERIFY_STYLE = `${APPLICATION_STYLE}
.screen { max-width: 48rem; }
.drop { border: 2px dashed var(--edge); border-radius: 12px; padding: 20px 16px; margin: 0 0 16px; }
.drop.over { border-color: var(--act); }
.drop p:last-child { margin: 8px 0 0; }
.drop input { width: 1px; min-height: 0; height: 1px; margin: 0; padding: 0; border: 0; }
.drop label { margin: 0; }
.drop input:focus-visible + label { outline: 3px solid var(--act); outline-offset: 2px; }
.screen > section { border-top: 1px solid var(--line); margin: 24px 0 0; padding: 20px 0 0; }
h3 { font-size: 1rem; margin: 0; }
.verdict { display: flex; gap: 12px; align-items: center; border: 2px solid currentColor; border-radius: 12px; padding: 12px 16px; margin: 0 0 16px; }
.verdict h2 { margin: 0; }
.mark { flex: none; display: inline-grid; place-items: center; width: 1.6em; height: 1.6em; border: 2px solid currentColor; border-radius: 50%; font-weight: 700; line-height: 1; }
.holds { --tone: #0b6b3a; } .fails { --tone: var(--bad); } .unsure { --tone: #8a5300; } .note { --tone: var(--soft); }
@media (prefers-color-scheme: dark) { .holds { --tone: #6fd49b; } .unsure { --tone: #f2b861; } }
.verdict, .finding .mark, .finding strong { color: var(--tone); }
.fails .mark { border-radius: 4px; } .unsure .mark { border-style: dashed; } .note .mark { border-color: transparent; }
.file { border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0 0 16px; }
.findings { list-style: none; margin: 12px 0 0; padding: 0; }
.finding { display: flex; gap: 12px; border-top: 1px solid var(--line); padding: 12px 0; }
.finding > div { min-width: 0; flex: 1; }
.finding p { margin: 0; }
.digits { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: .85rem; overflow-wrap: anywhere; margin: 4px 0 0; direction: ltr; }
[dir=rtl] .digits { text-align: right; }
.busy { min-height: 1.5em; }
`;

/** Words of `browser/verify` for a reader with these locales. */
const verifyText = (locales: readonly string[]): VerifyWords =>
  JSON.parse(readWords('verify', chooseLanguage(...locales))?.words ?? '{}').words;

/** Path of the file in which a platform says whom to trust about its seals and its log. */
const PLATFORM = '/.well-known/countersign.json';

/**
 * The page on which anybody checks sealed documents. Its script may ask for the platform's own description and for
 * words in other languages, and for nothing else: files that are checked can't leave the browser.
 */
export const verifyPage = (locales: readonly string[]): Answer => {
  const words = verifyText(locales);
  const base = config.baseUrl();
  return webPage({
    title: words.check,
    script: 'verify',
    locales,
    style: VERIFY_STYLE,
    mayAsk: [`${base}${PLATFORM}`, assetsUrl()],
    data: { platform: `${base}${PLATFORM}`, offline: `${base}/verify/offline.html` },
  });
};

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The same page as one file, with its script, style and words in all languages, which works from a disk and without a
 * network. Its own policy lets it ask nobody anything.
 */
export const offlineVerifyPage = async (): Promise<Answer> => {
  const script = Buffer.from(await readScript('verify', false)).toString('utf8');
  // The text that would end the element is written otherwise, which means the same in a script's strings and
  // expressions.
  const inline = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const style = `${STYLE}${VERIFY_STYLE}`;
  const { check } = verifyText(['en']);
  const policy = {
    'default-src': [],
    'script-src': [hashSource(inline)],
    'style-src': [hashSource(style)],
    'img-src': ['data:'],
    'base-uri': [],
    'form-action': [],
  };
  const words = LANGUAGES.map((language) => ({ language, words: readWords('verify', language)?.words ?? '{}' }));
  const files = Object.fromEntries(LANGUAGES.map((language) => [language, `#words-${language}`]));
  const given = words.find(({ language }) => language === 'en')?.words ?? '{}';
  const html = `<!doctype html>
<html lang="en" dir="${directionOf('en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentPolicy(policy))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(check)}</title>
<style>${style}</style>
</head>
<body>
<main inert>
<section class="screen"><h1>${escapeHtml(check)}</h1></section>
<p id="error" role="alert" hidden></p>
</main>
<template id="words">${escapeHtml(`${given.slice(0, -1)},"files":${JSON.stringify(files)}}`)}</template>
${words.map((one) => `<template id="words-${one.language}">${escapeHtml(one.words)}</template>`).join('\n')}
${needsScript('en')}
<script type="module">${inline}</script>
</body>
</html>
`;
  return new Answer('text/html; charset=utf-8', html, 200, {
    'Content-Security-Policy': contentPolicy({ ...policy, 'frame-ancestors': [] }),
  });
};
