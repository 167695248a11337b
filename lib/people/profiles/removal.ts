import { fail } from '../../base/errors.ts';
import { newJob } from '../../storage/jobs/record.ts';
import { findProfile, leavingWrites, ownerCheck, profilesOf, profilesOfUser } from '../../storage/memberships.ts';
import { readAt } from '../../storage/read.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { addressWrites, userAt, userWrites } from '../../storage/users.ts';
import type { Write } from '../../storage/write.ts';
import type { Whereabouts } from './entering.ts';

/** A user's place in an organization that is about to end. */
interface Leaving {
  profile: ProfileItem;
  user_id: string;
  /** The user's other profiles that can still be entered. */
  remaining: readonly ProfileItem[];
  /** The user's record; where it says that the user is, anybody who lets the user in elsewhere changes. */
  user: Whereabouts | undefined;
}

/** What must be known to let a profile go: where else its user is. `read` is the user's record where it is known. */
export const leaving = async (profile: ProfileItem, user_id: string, read?: Whereabouts): Promise<Leaving> => {
  const [user, indexed] = await Promise.all([read ?? readAt(userAt(user_id)), profilesOfUser(user_id)]);
  const others = indexed.filter(({ id }) => id !== profile.id);
  const known = [profile, ...others].some(({ id }) => id === user?.current_profile_id);
  // The index may lag behind what the user joined just now: the latest is read by its key.
  const latest = user && !known ? await findProfile(user.current_organization_id, user.current_profile_id) : undefined;
  return {
    profile,
    user_id,
    remaining: [...others, ...(latest ? [latest] : [])],
    user,
  };
};

/**
 * The writes by which a profile goes, on the condition that it is as it was read. The job among them removes what was the
 * person's own, and hands over to an owner what the person had in the organization, unless that goes too.
 */
export const profileRemoval = ({ profile, user_id }: Leaving, { hands_over = true } = {}): Write[] => [
  ...leavingWrites(profile, user_id),
  {
    put: newJob('hand_over', profile.organization_id, {
      profile_id: profile.id,
      user_id,
      email: profile.email,
      hands_over,
    }),
  },
];

/** The writes by which a user goes too who has no other profile: the address is free again. The job removes the rest. */
export const userRemoval = ({ profile, user_id, remaining, user }: Leaving): Write[] => {
  if (remaining.length > 0 || !user) return [];
  return [userWrites.remove(user_id, user.current_profile_id), addressWrites.remove(profile.email, user_id)];
};

/**
 * The conditions under which an owner can go or stop being one: somebody else owns the organization, and still does when
 * this is written, so that two owners who leave at once can't both succeed. None where the profile is no owner. Ends the
 * request with 400 for the last one.
 */
export const ownerRemains = async (profile: ProfileItem): Promise<Write[]> => {
  if (!profile.roles.includes('owner')) return [];
  const other = (await profilesOf(profile.organization_id)).find((one) => one.id !== profile.id && isOwner(one));
  if (!other) return fail('last_owner');
  return [ownerCheck(other)];
};

/** True for an owner who can act, or who can take the place that was kept by the link in the own mailbox. */
export const isOwner = (profile: ProfileItem): boolean => !profile.locked && profile.roles.includes('owner');
