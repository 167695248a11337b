import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Group } from '../../lib/people/groups/group-schema.ts';
import { listGroups } from '../../lib/people/groups/group-store.ts';

export const handler = operation(
  {
    id: 'getGroups',
    tag: 'Organization Groups',
    summary: "List the organization's groups",
    route: 'GET /v2/organization-groups',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:view'],
    returns: z.array(Group),
    access: { read: ['group'] },
  },
  ({ caller }) => listGroups(caller),
);
