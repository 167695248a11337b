import * as z from 'zod';
import { OauthApp } from '../../lib/oauth/app-schema.ts';
import { rotateOauthApp } from '../../lib/oauth/apps.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Id } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'rotateOauthApp',
    tag: 'OAuth Applications',
    summary: 'Give an application a new secret',
    description: 'The answer shows it, the only time. The secret before is taken for 24 hours longer.',
    route: 'POST /v2/oauth2/apps/{client_id}/rotate',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: z.strictObject({ client_id: Id }),
    returns: OauthApp,
    answersSecret: true,
    errors: ['not_found', 'client_without_secret'],
    access: { table: ['GetItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  ({ caller, path }) => rotateOauthApp(caller, path.client_id),
);
