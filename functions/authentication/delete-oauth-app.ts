import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteOauthApp } from '../../lib/people/oauth/apps.ts';

export const handler = operation(
  {
    id: 'deleteOauthApp',
    tag: 'OAuth Applications',
    summary: 'Remove an application',
    description: 'It gets no more tokens, and those that it has end at once.',
    route: 'DELETE /v2/oauth2/apps/{client_id}',
    event: 'application:deleted',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('client_id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: { remove: ['oauthApp'], rights: true },
  },
  ({ caller, path }) => deleteOauthApp(caller, path.client_id).then(() => 'OK'),
);
