import { transact } from '../../storage/client.ts';
import { untilWritten } from '../../storage/retry.ts';
import type { UserCaller } from '../access/caller.ts';
import type { AuthenticateResponse } from '../sessions/schema.ts';
import { enter, readOwnProfile } from './own.ts';
import { leaving, ownerRemains, profileRemoval, userRemoval } from './removal.ts';
import { isActive } from './store.ts';

/** Nothing is left to sign in to. */
export const SIGNED_OUT = {
  status: 'OK',
  message: 'Your last profile has been deleted. You are now logged out.',
} as const;

/**
 * Deletes one of the caller's own profiles; what it owned goes to an owner. The session goes on as the profile it was,
 * or as the next one where that was deleted. With the last profile the user goes too: address, password and sessions.
 * Ends the request with 400 for the last owner of an organization.
 */
export const deleteOwnProfile = (
  caller: UserCaller,
  profile_id: string,
): Promise<AuthenticateResponse | typeof SIGNED_OUT> =>
  untilWritten(async () => {
    const { profile, user } = await readOwnProfile(caller, profile_id);
    const left = await leaving(profile, caller.user_id, user);
    const removal = [...(await ownerRemains(profile)), ...profileRemoval(left)];
    const remaining = left.remaining.filter(isActive);
    const next = remaining.find(({ id }) => id === caller.profile_id) ?? remaining[0];
    if (next) return enter(caller, next, removal);
    // Without its user no session can be refreshed; the job among the writes removes them.
    await transact([...removal, ...userRemoval(left)]);
    return SIGNED_OUT;
  });
