import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ApiKey } from '../../lib/people/api-keys/api-key-schema.ts';
import { rotateApiKey } from '../../lib/people/api-keys/api-key-store.ts';

export const handler = operation(
  {
    id: 'rotateApiKey',
    tag: 'API Keys',
    summary: 'Give an API key a new secret',
    description:
      'Only this answer shows the new `client_secret`. The previous secret works for 24 more hours, until ' +
      '`previous_secret_expires_at`, so that your systems can change over. Another rotation within that time ends ' +
      'it at once. A key can rotate itself, and no other. The profile may have no permission that you lack.',
    route: 'POST /v2/api-keys/{client_id}/rotate',
    event: 'api_key:rotated',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('client_id'),
    returns: ApiKey,
    answersSecret: true,
    errors: ['not_found', 'api_key_dead', 'wrong_session'],
    access: { read: ['profile', 'group'], change: ['apiKey'], rights: true },
  },
  ({ caller, path }) => rotateApiKey(caller, path.client_id),
);
