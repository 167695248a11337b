import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { IdentityProvider, IdentityProviderInput } from '../../lib/people/identity-providers/provider-schema.ts';
import { setProvider } from '../../lib/people/identity-providers/provider-store.ts';

export const handler = operation(
  {
    id: 'setIdentityProvider',
    tag: 'Organizations',
    summary: 'Set the identity provider of the members',
    description:
      'Where its members sign in, by OpenID Connect. It takes the right to appoint owners, because whoever names the provider can come ' +
      'as any member. The issuer must be https, and must not stand for several tenants. With another issuer, give its secret, too. If it is `required`, members with addresses at proven ' +
      'domains act in the organization only after a sign-in there, which also ends their other sessions; the named owners, API keys and applications are ' +
      'excepted.',
    route: 'PUT /v2/organizations/{organization_id}/identity-provider',
    event: 'identity_provider:updated',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: idPath('organization_id'),
    body: IdentityProviderInput,
    returns: IdentityProvider,
    errors: ['not_found'],
    access: { change: ['identityProvider', 'organization'], read: ['profile'], providerKey: true, rights: true },
    examples: {
      body: {
        kind: 'oidc',
        name: 'Example AD',
        issuer: 'https://login.example.com',
        client_id: 'countersign',
        client_secret: 'shown once by the provider',
        active: true,
        new_members: 'join',
        default_role: 'member',
        trusts_second_factor: true,
        required: false,
        emergency_profile_ids: [],
      },
    },
  },
  ({ caller, path, body }) => setProvider(caller, path.organization_id, body),
);
