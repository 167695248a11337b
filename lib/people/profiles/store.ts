import { fail } from '../../base/errors.ts';
import { findProfile, profilesOfUser } from '../../storage/memberships.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';

/**
 * The profile in which a sign-in begins: the one that the user was last (`read`, if that is it), or the oldest other one
 * where that is gone or locked. Ends the request with 401 where there is none.
 */
export const profileToEnter = async (
  user: {
    id: string;
    current_organization_id: string;
    current_profile_id: string;
  },
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

/** True for a profile that is there, not locked, and somebody's: not one that an invited person has not taken yet. */
export const isActive = (profile: ProfileItem | undefined): profile is ProfileItem =>
  profile !== undefined && !profile.locked && !profile.invited;
