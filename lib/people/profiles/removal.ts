import { fail } from '../../base/errors.ts';
import { readAt } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import { newJob } from '../../storage/jobs/record.ts';
import { findProfile, leaveWrites, ownerCheck, profilesOf, profilesOfUser } from '../../storage/memberships.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { exceptWrite } from '../../storage/policies.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserItem } from '../../storage/records/user.ts';
import { addressWrites, userAt, userWrites } from '../../storage/users.ts';
import { isActive } from './profile-store.ts';

type Account = Pick<UserItem, 'current_organization_id' | 'current_profile_id' | 'identities'>;

/** A profile that is about to be removed, with its user. */
interface Leaver {
  profile: ProfileItem;
  user_id: string;
  /** The user's other active profiles. */
  remaining: readonly ProfileItem[];
  /** The user's record, of which the current profile may have to change. */
  user: Account | undefined;
}

/**
 * Reads what the removal of a profile needs: the user's other profiles. `read` is the user's record if it was read
 * already.
 */
export const readLeaver = async (profile: ProfileItem, user_id: string, read?: Account): Promise<Leaver> => {
  const [user, indexed] = await Promise.all([read ?? readAt(userAt(user_id)), profilesOfUser(user_id)]);
  const others = indexed.filter(({ id }) => id !== profile.id);
  const known = [profile, ...others].some(({ id }) => id === user?.current_profile_id);
  // The index may lag behind a recent joining, so the latest profile is read by its key.
  const latest = user && !known ? await findProfile(user.current_organization_id, user.current_profile_id) : undefined;
  return {
    profile,
    user_id,
    remaining: [...others, ...(latest ? [latest] : [])],
    user,
  };
};

/**
 * Writes that remove a profile on the condition that it is unchanged. A job among them removes the person's own records
 * and hands the person's work to `heir_id`, by default to an owner, unless the organization is deleted too.
 */
export const profileRemoval = (
  { profile, user_id, remaining, user }: Leaver,
  { hands_over = true, heir_id }: { hands_over?: boolean; heir_id?: string } = {},
): Write[] => [
  ...leaveWrites(profile, user_id),
  {
    put: newJob('hand_over', profile.organization_id, {
      profile_id: profile.id,
      user_id,
      email: profile.email,
      hands_over,
      // They aren't beside the account, which is gone with the last profile.
      ...(remaining.length === 0 && user?.identities ? { identities: Object.values(user.identities) } : {}),
      ...(heir_id === undefined ? {} : { heir_id }),
    }),
  },
];

/** Writes that also remove a user without other profiles: the address is free again. The job removes the rest. */
export const userRemoval = ({ profile, user_id, remaining, user }: Leaver): Write[] => {
  if (remaining.length > 0 || !user) return [];
  return [userWrites.remove(user_id, user), addressWrites.remove(profile.email, user_id)];
};

/**
 * Writes with which an owner can be removed or demoted: another owner exists and still does at the write, so that two
 * owners can't leave at once, and is excepted from a demanded sign-in, and from networks and passkeys, if no other one
 * is. None if the profile is no owner. Throws `last_owner`.
 */
export const ownerRemains = async (profile: ProfileItem): Promise<Write[]> => {
  if (!profile.roles.includes('owner')) return [];
  const { organization_id } = profile;
  const [members, organization] = await Promise.all([
    profilesOf(organization_id),
    readAt(organizationAt(organization_id)),
  ]);
  const owners = members.filter((one) => one.id !== profile.id && isOwnerProfile(one));
  const other = owners.find(isActive) ?? owners[0];
  if (!other) return fail('last_owner');
  const without = (excepted: readonly string[]): string[] | undefined => {
    if (!excepted.includes(profile.id)) return undefined;
    const left = owners.filter(({ id }) => excepted.includes(id));
    return (left.length > 0 ? left : [other]).map(({ id }) => id);
  };
  const signIn = without([...(organization?.sign_in_exempt ?? [])]);
  const policy = without(organization?.policy?.emergency_profile_ids ?? []);
  return [ownerCheck(other), ...(signIn || policy ? [exceptWrite(organization_id, { signIn, policy })] : [])];
};

/** True for an active owner, and for an invited one who can accept by mail. */
export const isOwnerProfile = (profile: ProfileItem): boolean => !profile.locked && profile.roles.includes('owner');
