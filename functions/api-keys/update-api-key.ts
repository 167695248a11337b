import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ApiKey, ApiKeyChange } from '../../lib/people/api-keys/api-key-schema.ts';
import { updateApiKey } from '../../lib/people/api-keys/api-key-store.ts';

export const handler = operation(
  {
    id: 'updateApiKey',
    tag: 'API Keys',
    summary: 'Rename an API key or let it act as another profile',
    description:
      'Neither the profile that it has nor the one that it gets may have a permission that you lack. A key can change itself, and no other.',
    route: 'PATCH /v2/api-keys/{client_id}',
    event: 'api_key:updated',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('client_id'),
    body: ApiKeyChange,
    returns: ApiKey,
    errors: ['not_found', 'wrong_session'],
    access: { read: ['profile', 'group'], change: ['apiKey'], rights: true },
    examples: { body: { name: 'Billing system (new)' } },
  },
  ({ caller, path, body }) => updateApiKey(caller, path.client_id, body),
);
