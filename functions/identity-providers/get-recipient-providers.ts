import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { RecipientProvider } from '../../lib/people/identity-providers/recipient-provider-schema.ts';
import { listRecipientProviders } from '../../lib/people/identity-providers/recipient-providers.ts';

export const handler = operation(
  {
    id: 'getRecipientProviders',
    tag: 'Organizations',
    summary: 'List the identity providers for recipients',
    description:
      "Where recipients can be verified, usually at other companies' providers: envelopes name one as `identity_provider` of a recipient with the " +
      'method `oidc`. Secrets of clients are never answered.',
    route: 'GET /v2/organizations/{organization_id}/recipient-providers',
    session: 'user',
    callableBy: 'organization:read',
    permissions: ['envelope:create'],
    path: idPath('organization_id'),
    returns: z.array(RecipientProvider),
    errors: ['not_found'],
    access: { read: ['recipientProvider'] },
  },
  ({ caller, path }) => listRecipientProviders(caller, path.organization_id),
);
