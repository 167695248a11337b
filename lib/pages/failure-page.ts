import escapeHtml from 'escape-html';
import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';

/** What went wrong and what can be done about it, for somebody who followed a link and knows of no API. */
export interface FailureWords {
  title: string;
  advice: string;
}

/**
 * How a page's failures look in a browser: `words` where the request is to blame, and otherwise that the service is. The
 * catalogue's own sentence is for programmers, and so not shown; `X-Error-Code` still names it.
 */
export const failurePage =
  (words: FailureWords) =>
  (status: number): Answer => {
    const { title, advice } = status >= 500 || status === 429 ? BUSY : words;
    return webPage({
      title,
      main: `<section><h1>${escapeHtml(title)}</h1><p>${escapeHtml(advice)}</p></section>`,
    });
  };

const BUSY: FailureWords = {
  title: 'This did not work',
  advice: 'Something went wrong on our side. Nothing was changed. Please try again in a moment.',
};
