import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { listMemberSessions } from '../../lib/people/members/member-sessions.ts';
import { LoginSession } from '../../lib/people/sessions/login-session-schema.ts';

export const handler = operation(
  {
    id: 'getOrganizationMemberSessions',
    tag: 'Organization Members',
    summary: "List a member's login sessions",
    description:
      'Those in which the member now acts in this organization, directly or through an application, the newest first. ' +
      'Sessions in the other organizations of somebody who belongs to several are not shown, nor those of API keys. The ' +
      'caller needs the right to remove the member: nobody sees the sessions of who may do more.',
    route: 'GET /v2/organization-members/{profile_id}/sessions',
    session: 'user',
    callableBy: 'api_key',
    permissions: ['member:remove'],
    path: idPath('profile_id'),
    returns: z.array(LoginSession),
    errors: ['not_found'],
    access: { read: ['profile', 'group', 'user', 'oauthApp'] },
  },
  ({ caller, path }) => listMemberSessions(caller, path.profile_id),
);
