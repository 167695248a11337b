import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { ProviderPath } from '../../lib/people/identity-providers/provider-schema.ts';

export const handler = operation(
  {
    id: 'getProviderPage',
    tag: 'Pages',
    summary: 'Show the page to which an identity provider leads back',
    description:
      'The redirect URI of an organization, or of Google or Microsoft: the page ends the sign-in that its query is the answer to.',
    route: 'GET /sign-in/{organization_id}',
    session: 'none',
    path: ProviderPath,
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { signUp: true, socialClients: true },
  },
  ({ locales }) => signInPlace('signInTitle', locales),
);
