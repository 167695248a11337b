import * as z from 'zod';
import { acceptedLocales } from '../../lib/base/languages.ts';
import { operation } from '../../lib/http/operation.ts';
import { brokenLinkPage, signingPage } from '../../lib/pages/signing-page.ts';
import { SigningLinkPath } from '../../lib/signing/sessions/schema.ts';

export const handler = operation(
  {
    id: 'getSigningPage',
    tag: 'Signing',
    summary: 'The page that a signing link leads to',
    description: 'It opens nothing by itself: mail scanners follow links too.',
    route: 'GET /sign/{envelope_id}/{role_name}/{key}',
    session: 'none',
    path: SigningLinkPath,
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: {},
  },
  ({ headers }) => signingPage(acceptedLocales(headers['accept-language'])),
);
