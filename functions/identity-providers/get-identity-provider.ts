import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { SignInSettings } from '../../lib/people/identity-providers/provider-schema.ts';
import { readSignInSettings } from '../../lib/people/identity-providers/provider-store.ts';

export const handler = operation(
  {
    id: 'getIdentityProvider',
    tag: 'Organizations',
    summary: 'Get how members sign in',
    description:
      'The identity provider, the domains of addresses, and what to register at the provider. The secret of the client is never answered.',
    route: 'GET /v2/organizations/{organization_id}/identity-provider',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    returns: SignInSettings,
    errors: ['not_found'],
    access: { read: ['identityProvider', 'organization', 'signInDomain'] },
  },
  ({ caller, path }) => readSignInSettings(caller, path.organization_id),
);
