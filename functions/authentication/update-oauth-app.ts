import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { OauthApp, OauthAppChange } from '../../lib/people/oauth/app-schema.ts';
import { updateOauthApp } from '../../lib/people/oauth/apps.ts';

export const handler = operation(
  {
    id: 'updateOauthApp',
    tag: 'OAuth Applications',
    summary: 'Change an application',
    description: 'What is left out stays. Redirects that are no longer listed stop working at once.',
    route: 'PATCH /v2/oauth2/apps/{client_id}',
    event: 'application:updated',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: idPath('client_id'),
    body: OauthAppChange,
    returns: OauthApp,
    errors: ['not_found'],
    access: { change: ['oauthApp'], rights: true },
    examples: { body: { redirect_uris: ['https://crm.example.com/callback', 'https://crm.example.com/callback2'] } },
  },
  ({ caller, path, body }) => updateOauthApp(caller, path.client_id, body),
);
