import * as z from 'zod';
import { Id, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Group, MAX_GROUPS_OF_MEMBER } from '../../lib/people/groups/group-schema.ts';
import { addGroupMember } from '../../lib/people/groups/group-store.ts';

export const handler = operation(
  {
    id: 'addGroupMember',
    tag: 'Organization Groups',
    summary: 'Add a member to a group',
    description: `The member has the group's permissions at once. A member is in at most ${MAX_GROUPS_OF_MEMBER} groups.`,
    route: 'POST /v2/organization-groups/{group_id}/members',
    event: 'group:member_added',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    path: idPath('group_id'),
    body: z.object({ profile_id: Id }),
    returns: Group,
    errors: ['not_found', 'organization_full'],
    access: { read: ['group'], change: ['profile'], rights: true },
    examples: { body: { profile_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f' } },
  },
  ({ caller, path, body }) => addGroupMember(caller, path.group_id, body.profile_id),
);
