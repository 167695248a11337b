import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Member } from '../../lib/people/members/member-schema.ts';
import { listMembers } from '../../lib/people/members/member-store.ts';

export const handler = operation(
  {
    id: 'getOrganizationMembers',
    tag: 'Organization Members',
    summary: "List the organization's members",
    description:
      'The oldest first, without contacts. Those who may remove members (`member:remove`) also see who has a second factor, ' +
      'and on which day each was here last (`second_factor`, `last_seen_on`).',
    route: 'GET /v2/organization-members',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:view'],
    returns: z.array(Member),
    access: { read: ['profile', 'user'] },
  },
  ({ caller }) => listMembers(caller),
);
