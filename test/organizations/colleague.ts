import { newId } from '../../lib/base/ids.ts';
import type { Role } from '../../lib/people/access/permissions.ts';
import type { UserClaims } from '../../lib/people/sessions/tokens.ts';
import type { Person } from '../api.ts';
import { sessionToken } from '../sessions/session-token.ts';

/** A session of somebody else in the person's organization, whose profile has `role`. */
export const colleagueOf = async (person: Person, role: Role): Promise<{ token: string; profile_id: string }> => {
  const claims: UserClaims = {
    session_type: 'user',
    jti: newId(),
    sid: newId(),
    sub: newId(),
    email: 'colleague@example.com',
    email_verified: true,
    first_name: 'Charles',
    last_name: 'Colleague',
    profile_id: newId(),
    organization_id: person.organization_id,
    global_admin: false,
    roles: [role],
    permissions: [],
  };
  return { token: await sessionToken(claims), profile_id: claims.profile_id };
};
