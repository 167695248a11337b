import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteGroup } from '../../lib/people/groups/group-store.ts';

export const handler = operation(
  {
    id: 'deleteGroup',
    tag: 'Organization Groups',
    summary: 'Delete a group',
    description:
      'Its members stay members, and lose at once what the group added to their permissions. You must have all ' +
      'permissions of the group yourself.',
    route: 'DELETE /v2/organization-groups/{group_id}',
    event: 'group:deleted',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('group_id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: { read: ['group'], remove: ['group'], rights: true },
  },
  ({ caller, path }) => deleteGroup(caller, path.group_id).then(() => 'OK'),
);
