import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { presentedBrowserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { ProviderReturn, ProviderTest } from '../../lib/people/identity-providers/provider-schema.ts';
import { finishTest } from '../../lib/people/identity-providers/test-provider.ts';

export const handler = operation(
  {
    id: 'finishIdentityProviderTest',
    tag: 'Organizations',
    summary: 'End a test of the identity provider',
    description:
      'Answers the claims that the provider states, after all checks of a sign-in, and what would stand against a first sign-in of this person. ' +
      'Nobody is signed in.',
    route: 'POST /v2/organizations/{organization_id}/identity-provider/test/result',
    unrecorded: 'none',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: idPath('organization_id'),
    body: ProviderReturn,
    returns: ProviderTest,
    answersSecret: true,
    errors: ['not_found', 'provider_sign_in_over', 'provider_unreachable', 'provider_refused'],
    access: {
      read: ['identityProvider', 'organization'],
      change: ['samlAnswer'],
      remove: ['providerSignIn'],
      providerKey: true,
    },
    examples: { body: { state: 'test.K5b0…', code: 'the code of the provider' } },
  },
  ({ caller, path, body, headers }) => finishTest(caller, path.organization_id, body, presentedBrowserSecret(headers)),
);
