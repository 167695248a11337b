import escapeHtml from 'escape-html';
import { config } from '../base/config.ts';
import type { Answer } from '../http/answer.ts';
import { accountText } from './account-page.ts';
import { webPage } from './web-page.ts';

/** The page at the service's own address: says where to go after a shortened link. */
export const homePage = (locales: readonly string[]): Answer => {
  const words = accountText(locales);
  const base = escapeHtml(config.baseUrl());
  return webPage({
    title: 'Countersign',
    main: `
<section><h1>${escapeHtml(words.start)}</h1>
<p>${escapeHtml(words.startAbout)}</p>
<a class="button" href="${base}/login">${escapeHtml(words.signIn)}</a>
<a class="button other" href="${base}/docs">${escapeHtml(words.startDocs)}</a></section>`,
    locales,
  });
};
