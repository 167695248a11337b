import { operation } from '../../lib/http/operation.ts';
import {
  RecipientProvider,
  RecipientProviderInput,
  RecipientProviderPath,
} from '../../lib/people/identity-providers/recipient-provider-schema.ts';
import { updateRecipientProvider } from '../../lib/people/identity-providers/recipient-providers.ts';

export const handler = operation(
  {
    id: 'updateRecipientProvider',
    tag: 'Organizations',
    summary: 'Set an identity provider for recipients',
    description:
      'Sets it as a whole. With another issuer or client, give its secret, too; verifications that have begun there are void. What was verified stands.',
    route: 'PUT /v2/organizations/{organization_id}/recipient-providers/{provider_id}',
    event: 'recipient_provider:set',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: RecipientProviderPath,
    body: RecipientProviderInput,
    returns: RecipientProvider,
    errors: ['not_found'],
    access: { change: ['recipientProvider'], write: ['organization'], providerKey: true, rights: true },
    examples: {
      body: {
        name: 'Partner Inc.',
        issuer: 'https://login.partner.example',
        client_id: 'countersign',
      },
    },
  },
  ({ caller, path, body }) => updateRecipientProvider(caller, path.organization_id, path.provider_id, body),
);
