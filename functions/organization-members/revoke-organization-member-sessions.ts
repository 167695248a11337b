import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { endMemberSessions } from '../../lib/people/members/member-sessions.ts';

export const handler = operation(
  {
    id: 'revokeOrganizationMemberSessions',
    tag: 'Organization Members',
    summary: "Revoke all of a member's login sessions",
    description:
      'All tokens with which the member, or an application for the member, acts in this organization end at once. Sessions ' +
      'in other organizations go on. The member can sign in again: `lock` of `PUT /v2/organization-members/{profile_id}` ' +
      'prevents that.',
    route: 'DELETE /v2/organization-members/{profile_id}/sessions',
    event: 'member:sessions_ended',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:remove'],
    path: idPath('profile_id'),
    returns: z.object({ revoked: z.int() }),
    errors: ['not_found', 'own_profile'],
    access: { read: ['profile', 'group', 'user'], change: ['session'], bulk: ['session'] },
  },
  async ({ caller, path }) => ({ revoked: await endMemberSessions(caller, path.profile_id) }),
);
