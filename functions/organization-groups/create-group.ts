import { operation } from '../../lib/http/operation.ts';
import { Group, MAX_GROUPS, NewGroup } from '../../lib/people/groups/group-schema.ts';
import { createGroup } from '../../lib/people/groups/group-store.ts';

export const handler = operation(
  {
    id: 'createGroup',
    tag: 'Organization Groups',
    summary: 'Make a group',
    description:
      "A group's permissions add to those of its members' roles. You cannot give a group a permission that you lack; owners can give " +
      `everything. \`everyone\` is a reserved name. An organization has at most ${MAX_GROUPS} groups.`,
    route: 'POST /v2/organization-groups',
    event: 'group:created',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['org:update'],
    body: NewGroup,
    returns: Group,
    errors: ['group_name_taken', 'organization_full'],
    access: { change: ['group'], rights: true },
    examples: { body: { name: 'Auditors', permissions: ['envelope:org:view'] } },
  },
  ({ caller, body }) => createGroup(caller, body),
);
