import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { change } from '../../storage/engine/change.ts';
import { readTogether } from '../../storage/engine/read.ts';
import type { Write } from '../../storage/engine/write.ts';
import { groupJoinWrite, groupLeaveWrite, profilesOf } from '../../storage/memberships.ts';
import { findGroup, groupAt, groupRecord, groupsOf, groupWrites } from '../../storage/organization-groups.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { demandToGive } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { commitAs, transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { presentProfile } from '../profiles/profile.ts';
import { type Group, type GroupChange, MAX_GROUPS, MAX_GROUPS_OF_MEMBER, type NewGroup } from './group-schema.ts';

/** Lists the organization's groups by name, without their members. One query. */
export const listGroups = async (caller: UserCaller): Promise<Group[]> =>
  (await groupsOf(caller.organization_id))
    .map((item) => presentGroup(item))
    .sort((a, b) => a.name.localeCompare(b.name));

/** Reads a group with its members. Throws `not_found`, also for another organization's. */
export const readGroup = async (caller: UserCaller, group_id: string): Promise<Group> => {
  const [group, members] = await Promise.all([readOwn(caller, group_id), profilesOf(caller.organization_id)]);
  return presentGroup(group, members);
};

/** Creates a group. Throws `forbidden` for permissions that the caller doesn't have. */
export const createGroup = async (caller: UserCaller, { name, permissions }: NewGroup): Promise<Group> => {
  const { organization_id } = caller;
  demandToGive(caller, permissions ?? []);
  const groups = await groupsOf(organization_id);
  const item = newGroup(groups, { organization_id, name, permissions: [...new Set(permissions)] });
  await transactAs(caller, [groupWrites.create(item)]);
  return presentGroup(item, []);
};

/** Makes the item of a new group beside these. Throws `organization_full` and `group_name_taken`. */
export const newGroup = (
  groups: readonly GroupItem[],
  group: Pick<GroupItem, 'organization_id' | 'name' | 'permissions'>,
): GroupItem => {
  if (groups.length >= MAX_GROUPS) fail('organization_full', { limit: MAX_GROUPS, things: 'groups' });
  demandFreeName(groups, group.name);
  const created_at = timestamp();
  return groupRecord({ id: newId(), ...group, created_at, updated_at: created_at });
};

/**
 * Renames a group or changes its permissions, which take effect with each member's next call. Throws `forbidden` if
 * permissions change, and it has or gets one that the caller doesn't have: what the caller can't give, the caller can't
 * take away either.
 */
export const updateGroup = (caller: UserCaller, group_id: string, stated: GroupChange): Promise<Group> =>
  change(
    () => Promise.all([groupsOf(caller.organization_id), profilesOf(caller.organization_id)]),
    ([groups, members]) => {
      const before = orFail(
        groups.find(({ id }) => id === group_id),
        'not_found',
      );
      const others = groups.filter((one) => one !== before);
      if (stated.name) demandFreeName(others, stated.name);
      const permissions = [...new Set(stated.permissions ?? before.permissions)];
      const isSame = new Set(permissions).symmetricDifference(new Set(before.permissions)).size === 0;
      if (!isSame) demandToGive(caller, [...before.permissions, ...permissions]);
      const changes = { name: stated.name ?? before.name, permissions, updated_at: timestamp() };
      return {
        writes: [groupWrites.change(before, changes)],
        answer: presentGroup({ ...before, ...changes }, members),
      };
    },
    { write: (writes) => transactAs(caller, writes) },
  );

/**
 * Deletes a group: its members lose its permissions at once. Throws `forbidden` if it has one that the caller lacks.
 */
export const deleteGroup = (caller: UserCaller, group_id: string): Promise<void> =>
  change(
    () => readManageable(caller, group_id),
    (group) => ({ writes: [groupWrites.remove(group)], answer: undefined }),
    { write: (writes) => transactAs(caller, writes) },
  );

/** Adds a member to a group, once. Throws `forbidden` if the group has permissions that the caller doesn't have. */
export const addGroupMember = async (caller: UserCaller, group_id: string, profile_id: string): Promise<Group> => {
  const group = await readManageable(caller, group_id);
  const { organization_id } = caller;
  await changeMembership(caller, group, profile_id, [
    groupJoinWrite(organization_id, profile_id, group_id, MAX_GROUPS_OF_MEMBER),
    groupWrites.check(organization_id, group_id),
  ]);
  return presentGroup(group, await profilesOf(caller.organization_id));
};

/**
 * Removes a member from a group; no error for a profile that isn't in it. Throws `forbidden` if the group has
 * permissions that the caller doesn't have.
 */
export const deleteGroupMember = async (caller: UserCaller, group_id: string, profile_id: string): Promise<Group> => {
  const group = await readManageable(caller, group_id);
  describeAct({ changes: [{ member: 'profile_id', from: profile_id }] });
  await changeMembership(caller, group, profile_id, [groupLeaveWrite(caller.organization_id, profile_id, group_id)]);
  return presentGroup(group, await profilesOf(caller.organization_id));
};

const changeMembership = (
  caller: UserCaller,
  { organization_id, id }: GroupItem,
  profile_id: string,
  writes: readonly Write[],
): Promise<void> =>
  commitAs(caller, writes, async () => {
    const [profile, group] = await readTogether([profileAt(organization_id, profile_id), groupAt(organization_id, id)]);
    if (!profile || !group) return fail('not_found');
    return fail('organization_full', { limit: MAX_GROUPS_OF_MEMBER, things: 'groups of one member' });
  });

const presentGroup = (group: GroupItem, members?: readonly ProfileItem[]): Group => ({
  id: group.id,
  organization_id: group.organization_id,
  name: group.name,
  permissions: group.permissions,
  ...(members
    ? {
        profiles: members
          .filter(({ group_ids }) => group_ids?.has(group.id))
          .map((profile) => ({
            group_id: group.id,
            profile_id: profile.id,
            organization_id: group.organization_id,
            profile: presentProfile(profile),
          })),
      }
    : {}),
});

const readOwn = async (caller: UserCaller, group_id: string): Promise<GroupItem> =>
  orFail(await findGroup(caller.organization_id, group_id), 'not_found');

/** Reads a group all of whose permissions the caller has. Throws `not_found` or `forbidden`. */
const readManageable = async (caller: UserCaller, group_id: string): Promise<GroupItem> => {
  const group = await readOwn(caller, group_id);
  demandToGive(caller, group.permissions);
  return group;
};

/** Throws `group_name_taken` if one of the groups has the name. */
export const demandFreeName = (groups: readonly GroupItem[], name: string): void => {
  if (groups.some((one) => one.name.toLowerCase() === name.toLowerCase())) fail('group_name_taken', { name });
};
