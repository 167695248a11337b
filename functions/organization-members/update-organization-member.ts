import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Member, MemberChange } from '../../lib/people/members/member-schema.ts';
import { updateMember } from '../../lib/people/members/member-store.ts';

export const handler = operation(
  {
    id: 'updateOrganizationMember',
    tag: 'Organization Members',
    summary: "Change a member's name, roles or permissions",
    description:
      'Giving and taking `owner` and `admin` needs the permissions for that, and nobody gives more than they have. ' +
      "You cannot change a member who has a permission that you lack. The change takes effect with the member's " +
      'next call. The last owner stays one ({last_owner}).',
    route: 'PATCH /v2/organization-members/{profile_id}',
    event: 'member:updated',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:add'],
    path: idPath('profile_id'),
    body: MemberChange,
    returns: Member,
    errors: ['not_found', 'last_owner'],
    access: { read: ['group'], change: ['profile', 'organization'], rights: true },
    examples: { body: { roles: ['admin'] } },
  },
  ({ caller, path, body }) => updateMember(caller, path.profile_id, body),
);
