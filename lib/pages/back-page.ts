import type { Answer } from '../http/answer.ts';
import { webPage } from './web-page.ts';
import { pageText } from './words/index.ts';

/**
 * Page to which an identity provider leads a signer back: it goes on to the signing page, at its own origin (`pages`),
 * where the tab has kept the link. Nothing else could: the link's key is stored nowhere.
 */
export const backToSigningPage = (pages: string, locales: readonly string[]): Answer => {
  const { signing, brokenLinkAbout } = pageText(locales);
  return webPage({ title: signing, script: 'back', locales, data: { pages, broken: brokenLinkAbout } });
};
