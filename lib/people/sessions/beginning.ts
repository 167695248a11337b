import { fail } from '../../base/errors.ts';
import type { ChallengeItem } from '../../storage/records/challenge.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { isActive, type Place, profileToEnter } from '../profiles/profile-store.ts';
import type { NewSession } from './session-store.ts';

/**
 * Members of the session that a sign-in with a second factor opens. One that began at an organization's identity
 * provider acts in that organization alone, and one that began with the password in any of the person's. Throws the
 * failures of `profileToEnter`.
 */
export const beginningOf = async (
  { provider, profile_id }: ChallengeItem,
  user: UserItem,
  place: Place,
): Promise<Pick<NewSession, 'provider'> & { profile: ProfileItem; source: 'provider' | 'password' }> => {
  if (!provider) return { profile: await profileToEnter(user, place), source: 'password' };
  const { profile } = place;
  return isActive(profile) && profile.id === profile_id && profile.user_id === user.id
    ? { profile, source: 'provider', provider }
    : fail('no_active_profile');
};
