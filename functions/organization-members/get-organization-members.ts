import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Member } from '../../lib/people/members/member-schema.ts';
import { listMembers } from '../../lib/people/members/member-store.ts';

export const handler = operation(
  {
    id: 'getOrganizationMembers',
    tag: 'Organization Members',
    summary: "List the organization's members",
    description: 'The oldest first, without contacts.',
    route: 'GET /v2/organization-members',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:view'],
    returns: z.array(Member),
    access: { read: ['profile'] },
  },
  ({ caller }) => listMembers(caller),
);
