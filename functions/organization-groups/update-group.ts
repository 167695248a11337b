import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Group, GroupChange } from '../../lib/people/groups/group-schema.ts';
import { updateGroup } from '../../lib/people/groups/group-store.ts';

export const handler = operation(
  {
    id: 'updateGroup',
    tag: 'Organization Groups',
    summary: "Change a group's name or permissions",
    description:
      'The change takes effect at once. To change the permissions, you must have all that the group had and all ' +
      'that it gets.',
    route: 'PATCH /v2/organization-groups/{group_id}',
    event: 'group:updated',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('group_id'),
    body: GroupChange,
    returns: Group,
    errors: ['not_found', 'group_name_taken'],
    access: { read: ['profile'], change: ['group'], rights: true },
    examples: { body: { name: 'Auditors' } },
  },
  ({ caller, path, body }) => updateGroup(caller, path.group_id, body),
);
