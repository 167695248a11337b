import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteProvider } from '../../lib/people/identity-providers/provider-store.ts';

export const handler = operation(
  {
    id: 'deleteIdentityProvider',
    tag: 'Organizations',
    summary: 'Remove the identity provider of the members',
    description:
      'Members sign in by password or passkey again; who has no password gets one by `POST /v2/users/reset-password`. Sessions and domains stay.',
    route: 'DELETE /v2/organizations/{organization_id}/identity-provider',
    event: 'identity_provider:deleted',
    session: 'user',
    callableBy: 'login',
    permissions: ['owner:add'],
    path: idPath('organization_id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: { read: ['identityProvider'], write: ['organization'], remove: ['identityProvider'], rights: true },
  },
  async ({ caller, path }) => {
    await deleteProvider(caller, path.organization_id);
    return 'OK';
  },
);
