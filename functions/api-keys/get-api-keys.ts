import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { ApiKey } from '../../lib/people/api-keys/api-key-schema.ts';
import { listApiKeys } from '../../lib/people/api-keys/api-key-store.ts';

export const handler = operation(
  {
    id: 'getApiKeys',
    tag: 'API Keys',
    summary: "List the organization's API keys",
    description: 'The oldest first, without their secrets.',
    route: 'GET /v2/api-keys',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    returns: z.array(ApiKey),
    access: { read: ['profile', 'apiKeysOfOrganization'] },
  },
  ({ caller }) => listApiKeys(caller.organization_id),
);
