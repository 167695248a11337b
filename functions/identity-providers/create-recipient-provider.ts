import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import {
  RecipientProvider,
  RecipientProviderInput,
} from '../../lib/people/identity-providers/recipient-provider-schema.ts';
import { createRecipientProvider } from '../../lib/people/identity-providers/recipient-providers.ts';

export const handler = operation(
  {
    id: 'createRecipientProvider',
    tag: 'Organizations',
    summary: 'Add an identity provider for recipients',
    description:
      "A provider at which recipients sign in by OpenID Connect before they see anything, such as a customer's. It needs no proven domain, and nobody becomes a " +
      'member by it. Register `redirect_uri` of the answer there. An organization has at most 20.',
    route: 'POST /v2/organizations/{organization_id}/recipient-providers',
    event: 'recipient_provider:set',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: idPath('organization_id'),
    body: RecipientProviderInput,
    returns: RecipientProvider,
    errors: ['not_found', 'organization_full'],
    access: { change: ['recipientProvider'], write: ['organization'], providerKey: true, rights: true },
    examples: {
      body: {
        name: 'Partner Inc.',
        issuer: 'https://login.partner.example',
        client_id: 'countersign',
        client_secret: 'shown once by the provider',
      },
    },
  },
  ({ caller, path, body }) => createRecipientProvider(caller, path.organization_id, body),
);
