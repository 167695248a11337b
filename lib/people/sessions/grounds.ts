import { fail } from '../../base/errors.ts';
import { commit } from '../../storage/commit.ts';
import { type Ground, groundOf, StandingChanged, transactUnder } from '../../storage/grounds.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import type { Write } from '../../storage/write.ts';
import type { UserCaller } from '../access/caller.ts';

/** The grounds of a caller who was just found to stand on them. */
export const groundsOf = (
  session: SessionItem,
  profile: ProfileItem,
  groups: readonly GroupItem[],
  apiKey: ApiKeyItem | undefined,
): Ground[] => [
  groundOf(session, 'id'),
  groundOf(profile, 'roles', 'permissions', 'group_ids', 'locked'),
  ...groups.map((group) => groundOf(group, 'permissions')),
  ...(apiKey ? [groundOf(apiKey, 'profile_id')] : []),
];

/**
 * All of `writes` in one transaction, on the condition that the caller still may what was found at the beginning of the
 * request: whoever is removed, locked, demoted or signed out at the same moment doesn't get the change through. For changes
 * that outlast the caller's place: members, groups, keys, applications, invitations. To be the `write` of `change`; ends the
 * request with 401 where the caller's standing has changed.
 */
export const transactAs = async ({ grounds }: UserCaller, writes: readonly Write[]): Promise<void> => {
  try {
    await transactUnder(grounds, writes);
  } catch (error) {
    if (error instanceof StandingChanged) return fail('standing_changed');
    throw error;
  }
};

/** The same where nothing is to be read again: `refuse` ends the request where the condition of the write at `index` doesn't hold. */
export const commitAs = async (
  caller: UserCaller,
  writes: readonly Write[],
  refuse: (index: number) => never | Promise<never>,
): Promise<void> => commit(writes, { refuse, write: (all) => transactAs(caller, all) });
