import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { signingPage } from '../../lib/pages/signing-page.ts';
import { embedOrigins } from '../../lib/signing/sessions/embedding.ts';
import { SigningLinkPath } from '../../lib/signing/sessions/schema.ts';

export const handler = operation(
  {
    id: 'getSigningPage',
    tag: 'Signing',
    summary: 'The page that a signing link leads to',
    description:
      'It opens nothing by itself: mail scanners follow links too. Pages of the origins that the brand names (`embed_origins`) may ' +
      'show it in a frame.',
    route: 'GET /sign/{envelope_id}/{role_name}/{key}',
    session: 'none',
    path: SigningLinkPath,
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { read: ['envelope', 'brand'] },
  },
  async ({ path, headers, locales }) => {
    // Nothing is read for a page that isn't framed. Browsers that don't say where it goes may frame it.
    const isFramed = headers['sec-fetch-dest'] !== 'document';
    const framedBy = isFramed ? await embedOrigins(path.envelope_id) : [];
    return signingPage(locales, framedBy);
  },
);
