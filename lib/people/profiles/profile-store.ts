import { fail } from '../../base/errors.ts';
import { findProfile, profilesOfUser } from '../../storage/memberships.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { CurrentProfile } from './enter-profile.ts';

/**
 * Finds the profile in which a sign-in begins: the user's current one (`read`, if it is that), or the oldest other one
 * if that is gone or locked. Throws `no_active_profile`.
 */
export const profileToEnter = async (
  user: { id: string } & CurrentProfile,
  read?: ProfileItem,
): Promise<ProfileItem> => {
  const last =
    read?.id === user.current_profile_id
      ? read
      : await findProfile(user.current_organization_id, user.current_profile_id);
  if (isActive(last)) return last;
  const others = await profilesOfUser(user.id);
  return others.find(isActive) ?? fail('no_active_profile');
};

/** True for an unlocked profile of a user; false for an invitation that was not accepted yet. */
export const isActive = (profile: ProfileItem | undefined): profile is ProfileItem =>
  profile !== undefined && !profile.locked && !profile.invited;
