import { fail } from '../../base/errors.ts';
import { commit } from '../../storage/engine/commit.ts';
import { type Ground, groundOf, StandingChanged, transactUnder } from '../../storage/engine/grounds.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import type { UserCaller } from './caller.ts';

/** Records that the caller's rights rest on, as they were just read. */
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
 * Makes all of `writes` in one transaction, on the condition that the caller's rights are as they were read at the
 * beginning of the request: a caller who is removed, locked, demoted or signed out at the same moment can't make the
 * change. For changes that outlast the caller's membership: members, groups, keys, applications, invitations. It is the
 * `write` of `change`. Throws `standing_changed`.
 */
export const transactAs = async ({ grounds }: UserCaller, writes: readonly Write[]): Promise<void> => {
  try {
    await transactUnder(grounds, writes);
  } catch (error) {
    if (error instanceof StandingChanged) return fail('standing_changed');
    throw error;
  }
};

/** The same without another read: `refuse` throws the failure if the condition of the write at `index` fails. */
export const commitAs = async (
  caller: UserCaller,
  writes: readonly Write[],
  refuse: (index: number) => never | Promise<never>,
): Promise<void> => commit(writes, { refuse, write: (all) => transactAs(caller, all) });
