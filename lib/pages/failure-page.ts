import escapeHtml from 'escape-html';
import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';
import type { PageText } from './words/en.ts';
import { pageText } from './words/index.ts';

/** Names of words that explain a failure, and the way out, to a reader who followed a link and knows no API. */
interface FailureWords {
  title: keyof PageText;
  advice: keyof PageText;
}

/**
 * Makes the page for a page's failures in a browser: with `words` if the request is at fault, else with the service's
 * failure. The catalogue's own sentence is for programmers, so it isn't shown; `X-Error-Code` still names it.
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

/** Page for a link that was cut off or mistyped. */
export const brokenLinkPage = failurePage({ title: 'brokenLink', advice: 'brokenLinkAbout' });

/** Page for an address at which there is nothing. */
export const unknownAddressPage = failurePage({ title: 'unknownAddress', advice: 'unknownAddressAbout' });
