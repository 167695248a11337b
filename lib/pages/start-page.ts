import { config } from '../base/config.ts';
import type { WebOrigin } from '../base/web-origin.ts';
import type { Answer } from '../http/answer.ts';
import type { PublicLink } from '../signing/links/link-schema.ts';
import { APPLICATION_STYLE } from './application-style.ts';
import { webPage } from './web-page.ts';
import { pageText } from './words/index.ts';

/**
 * The page to which a template's public link leads, in the visitor's language: name and address, then a code, then the
 * signing. Pages of the origins `framedBy` may frame it. Opening it makes nothing. Null is a link that isn't known.
 */
export const startPage = (
  locales: readonly string[],
  framedBy: readonly WebOrigin[],
  link: PublicLink | null,
): Answer =>
  webPage({
    title: pageText(locales).signing,
    script: 'start',
    locales,
    style: APPLICATION_STYLE,
    framedBy,
    data: { link: JSON.stringify(link) },
    // Logos come from the API.
    pictures: [`${new URL(config.baseUrl()).origin}/`],
  });
