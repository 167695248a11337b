import * as z from 'zod';
import { ApiKey } from '../../lib/api-keys/schema.ts';
import { listApiKeys } from '../../lib/api-keys/store.ts';
import { operation } from '../../lib/operation/operation.ts';

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
    access: { table: ['BatchGetItem'], indexes: ['gsi1'] },
  },
  ({ caller }) => listApiKeys(caller.organization_id),
);
