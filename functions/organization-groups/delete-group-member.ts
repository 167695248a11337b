import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Group } from '../../lib/people/groups/group-schema.ts';
import { deleteGroupMember } from '../../lib/people/groups/group-store.ts';

export const handler = operation(
  {
    id: 'deleteGroupMember',
    tag: 'Organization Groups',
    summary: 'Take a member out of a group',
    description: 'The member loses at once what the group adds. You must have all permissions of the group yourself.',
    route: 'DELETE /v2/organization-groups/{group_id}/members/{profile_id}',
    event: 'group:member_removed',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('group_id', 'profile_id'),
    returns: Group,
    errors: ['not_found'],
    access: { read: ['group'], change: ['profile'], rights: true },
  },
  ({ caller, path }) => deleteGroupMember(caller, path.group_id, path.profile_id),
);
