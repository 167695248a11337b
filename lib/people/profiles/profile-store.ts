import { fail, isFailure } from '../../base/errors.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { profilesOfUser } from '../../storage/memberships.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { recordFailure } from '../administration/act.ts';
import { needsProvider, refuseWithoutProvider } from '../organizations/sign-in-rule.ts';
import type { CurrentProfile } from './enter-profile.ts';

/** A user's profile and its organization, as they were read. */
export interface Place {
  profile: ProfileItem | undefined;
  organization: OrganizationItem | undefined;
}

/**
 * Finds the profile in which a sign-in begins: the user's current one (`read`, if it is that), or the oldest other one
 * if that is gone or locked, or its organization takes sign-ins at its identity provider alone. Throws
 * `provider_required` if there is no other one then, and `no_active_profile`.
 */
export const profileToEnter = async (
  user: { id: string; email: string } & CurrentProfile,
  read?: Place,
): Promise<ProfileItem> => {
  const { profile, organization } = read?.profile?.id === user.current_profile_id ? read : await currentPlace(user);
  const closed =
    organization && needsProvider(organization, { email: user.email, profile_id: user.current_profile_id });
  if (isActive(profile) && !closed) return profile;
  const others = await profilesOfUser(user.id);
  const other = others.find((one) => isActive(one) && !(closed && one.id === profile?.id));
  if (other) return other;
  if (!closed || !isActive(profile)) return fail('no_active_profile');
  const { organization_id, id: profile_id } = profile;
  await recordFailure('provider_required', { organization_id, user_id: user.id, profile_id, email: user.email });
  return refuseWithoutProvider(organization);
};

/** Throws `provider_required` if a password would open nothing, because an identity provider is demanded. */
export const demandWayIn = async (user: { id: string; email: string } & CurrentProfile): Promise<void> => {
  try {
    await profileToEnter(user);
  } catch (error) {
    if (!isFailure(error, 'no_active_profile')) throw error;
  }
};

const currentPlace = async (user: CurrentProfile): Promise<Place> => {
  const { current_organization_id, current_profile_id } = user;
  const [profile, organization] = await readTogether([
    profileAt(current_organization_id, current_profile_id),
    organizationAt(current_organization_id),
  ]);
  return { profile, organization };
};

/** True for an unlocked profile of a user; false for an invitation that was not accepted yet. */
export const isActive = (profile: ProfileItem | undefined): profile is ProfileItem =>
  profile !== undefined && !profile.locked && !profile.invited;
