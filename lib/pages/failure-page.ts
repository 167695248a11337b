import escapeHtml from 'escape-html';
import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';
import type { PageText } from './words/en.ts';
import { pageText } from './words/index.ts';

/** Names of the words that say what went wrong and what can be done about it, to somebody who followed a link and knows of no API. */
interface FailureWords {
  title: keyof PageText;
  advice: keyof PageText;
}

/**
 * How a page's failures look in a browser: `words` where the request is to blame, and otherwise that the service is. The
 * catalogue's own sentence is for programmers, and so not shown; `X-Error-Code` still names it.
 */
export const failurePage =
  (words: FailureWords) =>
  (status: number, locales: readonly string[]): Answer => {
    const text = pageText(locales);
    const { title, advice } = status >= 500 || status === 429 ? BUSY : words;
    return webPage({
      title: text[title],
      main: `<section><h1>${escapeHtml(text[title])}</h1><p>${escapeHtml(text[advice])}</p></section>`,
      locales,
    });
  };

const BUSY: FailureWords = { title: 'busy', advice: 'busyAbout' };
