import { invalid } from '../../base/errors.ts';
import { findProfile } from '../../storage/memberships.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserCaller } from '../access/caller.ts';
import { effectivePermissions } from '../access/permissions.ts';
import { permissionsOf } from '../groups/permissions.ts';
import { isActive } from '../profiles/profile-store.ts';

/** Name of the parameter by which an heir is chosen. */
const FIELD = 'heir_id';

/**
 * Reads the member who is to get what `leaver` owns. Throws `invalid`, naming the parameter, for the leaver, for
 * anybody who is no active member of the caller's organization, and for a member who may not send envelopes.
 */
export const readHeir = async (caller: UserCaller, leaver: ProfileItem, heir_id: string): Promise<ProfileItem> => {
  if (heir_id === leaver.id) invalid(FIELD, 'must be another member than the one who is removed');
  const found = await findProfile(caller.organization_id, heir_id);
  if (!found || found.user_id === null)
    return invalid(FIELD, 'must be the profile id of a member of your organization');
  if (found.locked) return invalid(FIELD, 'must be a member who is not locked');
  if (!isActive(found)) return invalid(FIELD, 'must be a member who has accepted the invitation');
  const permissions = effectivePermissions(found.roles, await permissionsOf(found));
  if (!permissions.has('envelope:create'))
    return invalid(FIELD, 'must be a member with the permission envelope:create');
  return found;
};

/**
 * Finds a member who can get what others own: an active one who may send envelopes. Undefined for anybody else, without
 * a reason: `readHeir` gives one.
 */
export const findHeir = async (organization_id: string, heir_id: string): Promise<ProfileItem | undefined> => {
  const found = await findProfile(organization_id, heir_id);
  if (!found || found.user_id === null || !isActive(found)) return undefined;
  const permissions = effectivePermissions(found.roles, await permissionsOf(found));
  return permissions.has('envelope:create') ? found : undefined;
};
