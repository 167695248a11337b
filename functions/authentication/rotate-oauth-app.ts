import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { OauthApp } from '../../lib/people/oauth/app-schema.ts';
import { rotateOauthApp } from '../../lib/people/oauth/apps.ts';

export const handler = operation(
  {
    id: 'rotateOauthApp',
    tag: 'OAuth Applications',
    summary: 'Give an application a new secret',
    description: 'Only this answer shows the new secret. The previous secret works for 24 more hours.',
    route: 'POST /v2/oauth2/apps/{client_id}/rotate',
    event: 'application:rotated',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    path: idPath('client_id'),
    returns: OauthApp,
    answersSecret: true,
    errors: ['not_found', 'client_without_secret'],
    access: { change: ['oauthApp'], rights: true },
  },
  ({ caller, path }) => rotateOauthApp(caller, path.client_id),
);
