import { fail } from '../../base/errors.ts';
import { commit } from '../../storage/engine/commit.ts';
import {
  asCheck,
  type Precondition,
  PreconditionChanged,
  preconditionOf,
  transactUnder,
} from '../../storage/engine/preconditions.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { ApiKeyItem } from '../../storage/records/api-key.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import type { UserCaller } from './caller.ts';

/** The records that the caller's rights depend on, as they were just read. */
export const preconditionsOf = (
  session: SessionItem,
  profile: ProfileItem,
  groups: readonly GroupItem[],
  apiKey: ApiKeyItem | undefined,
): Precondition[] => [
  preconditionOf(session, 'id'),
  ...rightsOf(profile, groups),
  ...(apiKey ? [preconditionOf(apiKey, 'profile_id')] : []),
];

const rightsOf = (profile: ProfileItem, groups: readonly GroupItem[]): Precondition[] => [
  preconditionOf(profile, 'roles', 'permissions', 'group_ids', 'locked'),
  ...groups.map((group) => preconditionOf(group, 'permissions')),
];

/** Checks that hold while the member's rights are as they were just read: for acts of others that depend on them. */
export const rightsChecks = (profile: ProfileItem, groups: readonly GroupItem[]): Write[] =>
  rightsOf(profile, groups).map(asCheck);

/**
 * Makes all of `writes` in one transaction, on the condition that the caller's rights are as they were read at the
 * beginning of the request: a caller who is removed, locked, demoted or signed out at the same moment can't make the
 * change. For changes that outlast the caller's membership: members, groups, keys, applications, invitations. It is the
 * `write` of `change`. Throws `permissions_changed`.
 */
export const transactAs = async ({ preconditions }: UserCaller, writes: readonly Write[]): Promise<void> => {
  try {
    await transactUnder(preconditions, writes);
  } catch (error) {
    if (error instanceof PreconditionChanged) return fail('permissions_changed');
    throw error;
  }
};

/** The same without another read: `refuse` throws the failure if the condition of the write at `index` fails. */
export const commitAs = async (
  caller: UserCaller,
  writes: readonly Write[],
  refuse: (index: number) => never | Promise<never>,
): Promise<void> => commit(writes, { refuse, write: (all) => transactAs(caller, all) });
