import * as z from 'zod';
import { OauthApp } from '../../lib/oauth/app-schema.ts';
import { listOauthApps } from '../../lib/oauth/apps.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'getOauthApps',
    tag: 'OAuth Applications',
    summary: "List the organization's applications",
    description: 'The oldest first, without their secrets.',
    route: 'GET /v2/oauth2/apps',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    returns: z.array(OauthApp),
    access: { indexes: ['gsi1'] },
  },
  ({ caller }) => listOauthApps(caller.organization_id),
);
