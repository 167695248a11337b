import * as z from 'zod';
import { Group } from '../../lib/groups/schema.ts';
import { readGroup } from '../../lib/groups/store.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Id } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'getGroup',
    tag: 'Organization Groups',
    summary: 'Get a group with its members',
    route: 'GET /v2/organization-groups/{group_id}',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:view'],
    path: z.strictObject({ group_id: Id }),
    returns: Group,
    errors: ['not_found'],
    access: { table: ['GetItem', 'Query'] },
  },
  ({ caller, path }) => readGroup(caller, path.group_id),
);
