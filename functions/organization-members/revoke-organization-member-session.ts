import * as z from 'zod';
import { Confirmation, Id } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { endMemberSession } from '../../lib/people/members/member-sessions.ts';

export const handler = operation(
  {
    id: 'revokeOrganizationMemberSession',
    tag: 'Organization Members',
    summary: "Revoke one of a member's login sessions",
    description:
      'Its tokens end at once; the member can sign in again. The session of an application ends with all others that it ' +
      'has as this member. A session that `GET` of the same path does not list answers {not_found}. Your own are ended with ' +
      '`DELETE /v2/users/sessions/{session_id}`.',
    route: 'DELETE /v2/organization-members/{profile_id}/sessions/{session_id}',
    event: 'member:sessions_ended',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:remove'],
    path: z.strictObject({ profile_id: Id, session_id: Id }),
    returns: Confirmation,
    errors: ['not_found', 'own_profile'],
    access: { read: ['profile', 'group', 'user'], bulk: ['session'] },
  },
  ({ caller, path }) => endMemberSession(caller, path.profile_id, path.session_id).then(() => 'OK'),
);
