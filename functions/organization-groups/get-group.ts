import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Group } from '../../lib/people/groups/group-schema.ts';
import { readGroup } from '../../lib/people/groups/group-store.ts';

export const handler = operation(
  {
    id: 'getGroup',
    tag: 'Organization Groups',
    summary: 'Get a group with its members',
    route: 'GET /v2/organization-groups/{group_id}',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:view'],
    path: idPath('group_id'),
    returns: Group,
    errors: ['not_found'],
    access: { read: ['profile', 'group'] },
  },
  ({ caller, path }) => readGroup(caller, path.group_id),
);
