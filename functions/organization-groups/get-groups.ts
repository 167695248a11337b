import * as z from 'zod';
import { Group } from '../../lib/groups/schema.ts';
import { listGroups } from '../../lib/groups/store.ts';
import { operation } from '../../lib/operation/operation.ts';

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
    access: { table: ['Query'] },
  },
  ({ caller }) => listGroups(caller),
);
