import { MAX_MEMBERS, Member, NewMember } from '../../lib/members/schema.ts';
import { createMember } from '../../lib/members/store.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'createOrganizationMember',
    tag: 'Organization Members',
    summary: 'Make an account for a new member, without an invitation',
    description:
      'Where no password is given, one is made and answered this once. The person must verify the address with the mailed ' +
      'code before anything else works. Whoever has an account already is invited instead. The caller can give no role that ' +
      `confers more than the caller has. An organization has at most ${MAX_MEMBERS} members.`,
    route: 'POST /v2/organization-members',
    session: 'user',
    permissions: ['member:add'],
    body: NewMember,
    returns: Member,
    answersSecret: true,
    errors: ['account_exists', 'organization_full'],
    access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
    examples: {
      body: { email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', roles: ['member'] },
    },
  },
  ({ caller, body }) => createMember(caller, body),
);
