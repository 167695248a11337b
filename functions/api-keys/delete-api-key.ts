import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteApiKey } from '../../lib/people/api-keys/api-key-store.ts';

export const handler = operation(
  {
    id: 'deleteApiKey',
    tag: 'API Keys',
    summary: 'Delete an API key',
    description: [
      'Tokens that were issued for it end at once, and so do the keys of child organizations that were made with it.',
      'You cannot delete a key whose profile has a permission that you lack.',
    ].join(' '),
    route: 'DELETE /v2/api-keys/{client_id}',
    event: 'api_key:deleted',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('client_id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: { read: ['profile', 'group', 'apiKey'], remove: ['apiKey'], rights: true },
  },
  ({ caller, path }) => deleteApiKey(caller, path.client_id).then(() => 'OK'),
);
