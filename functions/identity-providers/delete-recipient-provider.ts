import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { RecipientProviderPath } from '../../lib/people/identity-providers/recipient-provider-schema.ts';
import { deleteRecipientProvider } from '../../lib/people/identity-providers/recipient-providers.ts';

export const handler = operation(
  {
    id: 'deleteRecipientProvider',
    tag: 'Organizations',
    summary: 'Remove an identity provider for recipients',
    description:
      'Recipients who name it can be verified no more, until the sender names another method or provider. What was verified stands.',
    route: 'DELETE /v2/organizations/{organization_id}/recipient-providers/{provider_id}',
    event: 'recipient_provider:removed',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: RecipientProviderPath,
    returns: Confirmation,
    errors: ['not_found'],
    access: { read: ['recipientProvider'], write: ['organization'], remove: ['recipientProvider'], rights: true },
  },
  async ({ caller, path }) => {
    await deleteRecipientProvider(caller, path.organization_id, path.provider_id);
    return 'OK';
  },
);
