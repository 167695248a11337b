import { fail } from '../../base/errors.ts';
import type { ChallengeItem } from '../../storage/records/challenge.ts';
import type { UserItem } from '../../storage/records/user.ts';
import type { Origin } from '../access/origin.ts';
import { type Entered, isActive, type Place, profileToEnter } from '../profiles/profile-store.ts';
import type { NewSession } from './session-store.ts';

/**
 * Members of the session that a sign-in with a second factor opens. One that began at an organization's identity
 * provider acts in that organization alone, and one that began with the password in any of the person's. Throws the
 * failures of `profileToEnter`.
 */
export const beginningOf = async (
  { provider, profile_id, begun_at }: ChallengeItem,
  user: UserItem,
  { ip }: Pick<Origin, 'ip'>,
  place: Place,
): Promise<Beginning> => {
  const strength = 'second_factor';
  if (!provider)
    return { ...(await profileToEnter(user, { ip, strength, read: place })), source: 'password', strength };
  if (begun_at !== undefined && begun_at <= (user.provider_logout_at ?? '')) return fail('mfa_token_invalid');
  const { profile, organization } = place;
  return isActive(profile) && profile.id === profile_id && profile.user_id === user.id
    ? { profile, organization, source: 'provider', provider, strength }
    : fail('no_active_profile');
};

interface Beginning extends Entered, Pick<NewSession, 'provider' | 'strength'> {
  source: 'provider' | 'password';
}
