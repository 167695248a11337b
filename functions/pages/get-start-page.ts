import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { startPage } from '../../lib/pages/start-page.ts';
import { LinkPath } from '../../lib/signing/links/link-schema.ts';
import { findLinkToShow } from '../../lib/signing/links/public-link.ts';

export const handler = operation(
  {
    id: 'getStartPage',
    tag: 'Template Links',
    summary: "The page that a template's public link leads to",
    description:
      'Its visitor says a name and an address, confirms the address by a code, and goes on to the signing page. Opening it ' +
      'makes nothing. Pages of the origins that the brand names (`embed_origins`) may show it in a frame.',
    route: 'GET /start/{template_id}/{link_id}',
    session: 'none',
    path: LinkPath,
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { read: ['templateLink', 'brand'] },
  },
  async ({ path, headers, locales }) => {
    // Origins aren't read for a page that isn't framed. Browsers that don't say where it goes may frame it.
    const isFramed = headers['sec-fetch-dest'] !== 'document';
    const { link, framedBy } = await findLinkToShow(path, isFramed);
    return startPage(locales, framedBy, link);
  },
);
