import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteGroup } from '../../lib/people/groups/store.ts';

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
    access: { remove: ['group'], standing: true },
  },
  async ({ caller, path }) => {
    await deleteGroup(caller, path.group_id);
    return 'OK';
  },
);
