import { idPath } from '../../lib/base/common-schema.ts';
import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { browserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { ProviderRedirect } from '../../lib/people/identity-providers/provider-schema.ts';
import { startTest } from '../../lib/people/identity-providers/test-provider.ts';

export const handler = operation(
  {
    id: 'testIdentityProvider',
    tag: 'Organizations',
    summary: 'Begin a test of the identity provider',
    description:
      'Reads the description of the provider and answers its sign-in page, as for a sign-in. It also works while the provider is not active. The page that the ' +
      'provider leads back to ends the test (`POST …/test/result`), within ten minutes and in the same browser.',
    route: 'POST /v2/organizations/{organization_id}/identity-provider/test',
    unrecorded: 'transient',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: idPath('organization_id'),
    returns: ProviderRedirect,
    produces: 'application/json',
    answersSecret: true,
    errors: ['not_found', 'provider_not_found', 'provider_unreachable', 'provider_refused'],
    access: { read: ['identityProvider'], write: ['providerSignIn'], providerKey: true },
  },
  async ({ caller, path, headers }) => {
    const { secret, cookie } = browserSecret(headers);
    const redirect = await startTest(caller, path.organization_id, secret);
    return new Answer('application/json', JSON.stringify(redirect), 200, { 'Set-Cookie': cookie });
  },
);
