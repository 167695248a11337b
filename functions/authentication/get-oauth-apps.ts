import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { OauthApp } from '../../lib/people/oauth/app-schema.ts';
import { listOauthApps } from '../../lib/people/oauth/apps.ts';

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
    access: { read: ['oauthAppsOfOrganization'] },
  },
  ({ caller }) => listOauthApps(caller.organization_id),
);
