import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';
import { backToSigningPage } from '../../lib/pages/back-page.ts';
import { brokenLinkPage } from '../../lib/pages/failure-page.ts';
import { isOfSigning, pagesOfSigning } from '../../lib/people/identity-providers/begun.ts';
import { ProviderPath } from '../../lib/people/identity-providers/provider-schema.ts';

export const handler = operation(
  {
    id: 'getProviderPage',
    tag: 'Pages',
    summary: 'Show the page to which an identity provider leads back',
    description:
      'The redirect URI of an organization, of Google or Microsoft, or of a provider for recipients: the page ends the sign-in that its query is the answer to, or ' +
      'leads back to the signing page, also from a trust service.',
    route: 'GET /sign-in/{organization_id}',
    session: 'none',
    path: ProviderPath,
    query: z.object({ state: z.string().max(300).optional() }),
    returns: z.string(),
    produces: 'text/html',
    failurePage: brokenLinkPage,
    access: { read: ['providerSignIn'], signUp: true, socialClients: true },
  },
  async ({ query: { state }, locales }) =>
    state !== undefined && isOfSigning(state)
      ? backToSigningPage(await pagesOfSigning(state), locales)
      : signInPlace('signInTitle', locales),
);
