import { newOrganization } from '../../lib/people/organizations/organization.ts';
import { newProfile } from '../../lib/people/profiles/profile.ts';
import { newSession } from '../../lib/people/sessions/session-store.ts';
import { issueToken, USER_TOKEN_LIFE, type UserClaims } from '../../lib/people/sessions/tokens.ts';
import { newUser } from '../../lib/people/users/user.ts';
import { getItem, writeItems } from '../../lib/storage/engine/client.ts';
import { organizationKey } from '../../lib/storage/engine/keys.ts';

/**
 * A token with these claims, and the records of such a session, written directly to the table. Keeps an existing
 * organization.
 */
export const sessionToken = async (claims: UserClaims, life = USER_TOKEN_LIFE): Promise<string> => {
  const { sid, sub, profile_id, organization_id, email, first_name, last_name } = claims;
  const person = { email, first_name, last_name, phone: null, locale: null, timezone: null };
  const user = newUser({
    id: sub,
    ...person,
    email_verified: claims.email_verified,
    password_hash: null,
    current_organization_id: organization_id,
    current_profile_id: profile_id,
  });
  const { permissions } = claims;
  const profile = {
    ...newProfile({ id: profile_id, user_id: sub, organization_id, roles: [...claims.roles], ...person }),
    permissions: [...permissions],
  };
  const session = newSession({ id: sid, user, profile, source: 'password' }, { ip: '192.0.2.1', userAgent: 'test' });
  const organization = (await getItem(organizationKey(organization_id)))
    ? []
    : [newOrganization({ id: organization_id, name: 'Test', parent_id: null, contact_email: email })];
  await writeItems([user, profile, session.item, ...organization]);
  return (await issueToken(claims, life)).token;
};
