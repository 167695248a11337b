import type { ActingClient, UserCaller } from '../../people/access/caller.ts';
import { effectivePermissions } from '../../people/access/permissions.ts';
import { isActive } from '../../people/profiles/profile-store.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { groupAt } from '../../storage/organization-groups.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { BatchItem } from '../../storage/records/batch.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import { userAt } from '../../storage/users.ts';

/**
 * The member whose batch it is, as a caller with the rights of this moment. Undefined if the member is out or locked,
 * or may not send any more: then nothing is sent in that name. Two reads.
 */
export const batchSender = async (
  { organization_id, profile_id }: Pick<BatchItem, 'organization_id' | 'profile_id'>,
  client: ActingClient | null,
): Promise<UserCaller | undefined> => {
  const [profile, organization] = await readTogether([
    profileAt(organization_id, profile_id),
    organizationAt(organization_id),
  ]);
  if (!isActive(profile) || !organization || !profile.user_id) return undefined;
  const [user, ...groups] = await readTogether([
    userAt(profile.user_id),
    ...[...(profile.group_ids ?? [])].map((id) => groupAt(organization_id, id)),
  ]);
  if (!user) return undefined;
  const permissions = effectivePermissions(profile.roles, [
    ...profile.permissions,
    ...(groups as (GroupItem | undefined)[]).flatMap((group) => [...(group?.permissions ?? [])]),
  ]);
  if (!permissions.has('envelope:create')) return undefined;
  return {
    kind: 'user',
    user_id: user.id,
    profile_id,
    organization_id,
    email: user.email,
    email_verified: user.email_verified,
    first_name: profile.first_name,
    last_name: profile.last_name,
    session_id: '',
    client,
    scopes: null,
    roles: profile.roles,
    permissions,
    global_admin: false,
    list_parts: organization.list_parts,
    records: { organization, profile },
    preconditions: [],
  };
};
