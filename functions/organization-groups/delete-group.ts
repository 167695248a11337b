import * as z from 'zod';
import { deleteGroup } from '../../lib/groups/store.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Confirmation, Id } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'deleteGroup',
    tag: 'Organization Groups',
    summary: 'Delete a group',
    description: 'Its members stay members; what it added to their permissions is gone at once.',
    route: 'DELETE /v2/organization-groups/{group_id}',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: z.strictObject({ group_id: Id }),
    returns: Confirmation,
    errors: ['not_found'],
    access: { table: ['DeleteItem', 'ConditionCheckItem'] },
  },
  async ({ caller, path }) => {
    await deleteGroup(caller, path.group_id);
    return 'OK';
  },
);
