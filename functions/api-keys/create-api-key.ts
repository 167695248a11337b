import { operation } from '../../lib/http/operation.ts';
import { ApiKey, NewApiKey } from '../../lib/people/api-keys/api-key-schema.ts';
import { createApiKey } from '../../lib/people/api-keys/api-key-store.ts';

export const handler = operation(
  {
    id: 'createApiKey',
    tag: 'API Keys',
    summary: 'Make an API key',
    description:
      'Only this answer shows the `client_secret`. With `client_id` it gets tokens from `POST /v2/oauth2/token` ' +
      '(grant `client_credentials`), which act as the profile `profile_id` of your organization. That profile may ' +
      'have no permission that you lack. A key can do what its profile can, but cannot make keys or applications, ' +
      'because these would remain when the key is deleted.',
    route: 'POST /v2/api-keys',
    event: 'api_key:created',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    body: NewApiKey,
    returns: ApiKey,
    answersSecret: true,
    errors: ['too_many_api_keys'],
    access: { read: ['profile', 'group', 'apiKeysOfOrganization'], write: ['apiKey', 'outbox'], rights: true },
    examples: { body: { name: 'Billing system' } },
  },
  ({ caller, body }) => createApiKey(caller, body),
);
