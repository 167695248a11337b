import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { signingPage } from '../../lib/pages/signing-page.ts';
import { embedOrigins } from '../../lib/signing/sessions/embedding.ts';
import { findInvitation } from '../../lib/signing/sessions/invitation.ts';
import { SigningLinkPath } from '../../lib/signing/sessions/signing-session-schema.ts';

export const handler = operation(
  {
    id: 'getSigningPage',
    tag: 'Signing',
    summary: 'The page that a signing link leads to',
    description:
      'A request for it opens no session, because mail scanners follow links too. The page names sender, envelope ' +
      'and recipient, as the message with the link does. Pages of the origins that the brand names ' +
      '(`embed_origins`) may show it in a frame.',
    route: 'GET /sign/{envelope_id}/{role_name}/{key}',
    session: 'none',
    path: SigningLinkPath,
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { read: ['envelope', 'signingSecret', 'brand'] },
  },
  async ({ path, headers, locales, origin }) => {
    // Origins aren't read for a page that isn't framed. Browsers that don't say where it goes may frame it.
    const isFramed = headers['sec-fetch-dest'] !== 'document';
    const [invitation, framedBy] = await Promise.all([
      findInvitation(path, origin),
      isFramed ? embedOrigins(path.envelope_id) : [],
    ]);
    return signingPage(locales, framedBy, invitation);
  },
);
