import { change } from '../../storage/engine/change.ts';
import type { UserCaller } from '../access/caller.ts';
import { isActive } from '../profiles/profile-store.ts';
import { ownerRemains, profileRemoval, readLeaver, userRemoval } from '../profiles/removal.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { entry, readOwnProfile } from './own-profiles.ts';

type Answer = () => Promise<AuthenticateResponse | typeof SIGNED_OUT>;

/** Answer after the last profile was deleted: the user is signed out. */
export const SIGNED_OUT = {
  status: 'OK',
  message: 'Your last profile has been deleted. You are now logged out.',
} as const;

/**
 * Deletes one of the caller's own profiles; an owner gets what it owned. The session continues as the same profile, or
 * as the next one if that was deleted. With the last profile the user is deleted too: address, password and sessions.
 * Throws `last_owner`.
 */
export const deleteOwnProfile = async (
  caller: UserCaller,
  profile_id: string,
): Promise<AuthenticateResponse | typeof SIGNED_OUT> => {
  const answer = await change<Awaited<ReturnType<typeof readOwnProfile>>, Answer>(
    () => readOwnProfile(caller, profile_id),
    async ({ profile, user }) => {
      const left = await readLeaver(profile, caller.user_id, user);
      const removal = [...(await ownerRemains(profile)), ...profileRemoval(left)];
      const remaining = left.remaining.filter(isActive);
      const next = remaining.find(({ id }) => id === caller.profile_id) ?? remaining[0];
      if (next) {
        const { writes, refuse, answer } = entry(caller, next);
        return { writes: [...writes, ...removal], refuse, answer };
      }
      // Sessions without a user can't be refreshed; the job among the writes removes them.
      return { writes: [...removal, ...userRemoval(left)], answer: async () => SIGNED_OUT };
    },
  );
  return answer();
};
