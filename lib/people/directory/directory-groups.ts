import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { change } from '../../storage/engine/change.ts';
import type { Write } from '../../storage/engine/write.ts';
import { groupMemberWrite, profilesOf } from '../../storage/memberships.ts';
import { groupsOf, groupWrites } from '../../storage/organization-groups.ts';
import type { DirectoryItem } from '../../storage/records/directory.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { Role } from '../../storage/records/permissions.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { commitAs, transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { MAX_GROUPS_OF_MEMBER } from '../groups/group-schema.ts';
import { demandFreeName, newGroup } from '../groups/group-store.ts';
import type { DirectoryCaller } from './directory-caller.ts';

/** A group as the directory states one. */
export interface StatedGroup {
  name: string;
  external_id: string | null;
  member_ids: readonly string[];
}

/** A group, with its members. */
export interface DirectoryGroup {
  group: GroupItem;
  members: readonly ProfileItem[];
}

/**
 * Members whose membership is written at once: their records, with the group's and the caller's, are one transaction.
 */
const PER_WRITE = 20;

/** All groups and members of the organization. Two queries. */
const readAll = async ({ organization_id }: DirectoryCaller) => {
  const [groups, profiles] = await Promise.all([groupsOf(organization_id), profilesOf(organization_id)]);
  return { groups, profiles };
};
type All = Awaited<ReturnType<typeof readAll>>;

const withMembers = (group: GroupItem, profiles: readonly ProfileItem[]): DirectoryGroup => ({
  group,
  members: profiles.filter(({ group_ids, invited }) => group_ids?.has(group.id) && !invited),
});

/** Lists the organization's groups with their members. Two queries. */
export const listDirectoryGroups = async (caller: DirectoryCaller): Promise<DirectoryGroup[]> => {
  const { groups, profiles } = await readAll(caller);
  return groups.map((group) => withMembers(group, profiles));
};

/** Reads a group with its members. Throws `not_found`. */
export const readDirectoryGroup = async (caller: DirectoryCaller, group_id: string): Promise<DirectoryGroup> =>
  found(await readAll(caller), group_id);

const found = ({ groups, profiles }: All, group_id: string): DirectoryGroup => {
  const group = groups.find(({ id }) => id === group_id);
  return group ? withMembers(group, profiles) : fail('not_found');
};

/**
 * Creates a group without permissions, and puts members into it. Throws `group_name_taken` and `organization_full`.
 */
export const createDirectoryGroup = async (caller: DirectoryCaller, stated: StatedGroup): Promise<DirectoryGroup> => {
  const { groups, profiles } = await readAll(caller);
  const group = newGroup(groups, { organization_id: caller.organization_id, name: stated.name, permissions: [] });
  const item = { ...group, external_id: stated.external_id };
  describeAct({ kind: 'group:created', object: item, changes: [{ member: 'name', to: item.name }] });
  await transactAs(caller, [groupWrites.create(item)]);
  return setMembers(caller, item, { groups: [...groups, item], profiles }, stated.member_ids);
};

/**
 * Changes a group to what `decide` makes of the one that was read. Its members are written by twenties, so a failure
 * may leave some of them in or out: the same request finishes them. Throws `not_found` and `group_name_taken`.
 */
export const updateDirectoryGroup = async (
  caller: DirectoryCaller,
  group_id: string,
  decide: (before: DirectoryGroup) => StatedGroup,
): Promise<DirectoryGroup> => {
  const { group, all, stated, former } = await change(
    () => readAll(caller),
    (read) => {
      const before = found(read, group_id);
      const asked = decide(before);
      const wanted = { ...asked, member_ids: knownIds(read.profiles, asked.member_ids) };
      const others = read.groups.filter(({ id }) => id !== group_id);
      demandFreeName(others, wanted.name);
      const { name, external_id } = wanted;
      const after = { ...before.group, name, external_id, updated_at: timestamp() };
      describeAct({ kind: 'group:updated', object: after, changes: changesOf(before, wanted) });
      const all = { groups: [...others, after], profiles: read.profiles };
      const answer = { group: after, all, stated: wanted, former: before.group.name };
      const isNamedSo = name === before.group.name && external_id === (before.group.external_id ?? null);
      if (isNamedSo && hasMembers(before, wanted.member_ids)) return { answer: { ...answer, group: before.group } };
      return {
        writes: [groupWrites.change(before.group, { name, external_id, updated_at: after.updated_at })],
        answer,
      };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
  return setMembers(caller, group, all, stated.member_ids, former);
};

/** True if these are the group's members already. Else its record changes too: of two requests one is the first. */
const hasMembers = ({ members }: DirectoryGroup, ids: readonly string[]): boolean =>
  members.length === ids.length && members.every(({ id }) => ids.includes(id));

/** Deletes a group: its members lose what they had by it. Throws `not_found`. */
export const removeDirectoryGroup = async (caller: DirectoryCaller, group_id: string): Promise<void> => {
  const all = await readAll(caller);
  const { group } = found(all, group_id);
  describeAct({ kind: 'group:deleted', object: group, changes: [] });
  if (roleOf(caller.directory, group.name)) await setMembers(caller, group, all, []);
  await change(
    async () => found(await readAll(caller), group_id),
    (read) => ({ writes: [groupWrites.remove(read.group)], answer: undefined }),
    { write: (writes) => transactAs(caller, writes) },
  );
};

/**
 * Puts these members into the group and takes all others out, with the roles that follow from it. `former`: the name
 * before, whose role goes with it.
 */
const setMembers = async (
  caller: DirectoryCaller,
  group: GroupItem,
  { groups, profiles }: All,
  member_ids: readonly string[],
  former = group.name,
): Promise<DirectoryGroup> => {
  const wanted = new Set(member_ids);
  const givesRole = [group.name, former].some((name) => roleOf(caller.directory, name) !== undefined);
  const after = profiles.map((profile) => ({
    before: profile,
    after: memberAfter(caller, profile, { groups, group, wanted, givesRole }),
  }));
  const changed = after.filter(({ before, after: now }) => now !== before);
  for (let at = 0; at < changed.length; at += PER_WRITE) {
    const some = changed.slice(at, at + PER_WRITE);
    const writes: Write[] = some.map(({ before, after: now }) =>
      groupMemberWrite(
        before,
        { group_id: group.id, isIn: wanted.has(before.id), roles: now.roles, updated_at: timestamp() },
        MAX_GROUPS_OF_MEMBER,
      ),
    );
    const { organization_id, id } = group;
    await commitAs(caller, [...writes, groupWrites.check(organization_id, id)], (index) =>
      index < some.length && (some[index]?.before.group_ids?.size ?? 0) >= MAX_GROUPS_OF_MEMBER
        ? fail('organization_full', { limit: MAX_GROUPS_OF_MEMBER, things: 'groups of one member' })
        : fail('unavailable'),
    );
  }
  return withMembers(
    group,
    after.map(({ after: now }) => now),
  );
};

/** The member with the group and the roles that follow; the same one if neither changes. */
const memberAfter = (
  { directory }: DirectoryCaller,
  profile: ProfileItem,
  {
    groups,
    group,
    wanted,
    givesRole,
  }: { groups: readonly GroupItem[]; group: GroupItem; wanted: ReadonlySet<string>; givesRole: boolean },
): ProfileItem => {
  if (profile.invited || profile.user_id === null) return profile;
  const isIn = wanted.has(profile.id);
  const group_ids = new Set(profile.group_ids);
  if (isIn) group_ids.add(group.id);
  else group_ids.delete(group.id);
  const wasIn = profile.group_ids?.has(group.id) ?? false;
  const isConcerned = givesRole && (isIn || wasIn);
  const roles = isConcerned ? rolesBy(directory, profile, groups, group_ids) : profile.roles;
  const isSame = isIn === wasIn && String(roles) === String(profile.roles);
  return isSame ? profile : { ...profile, group_ids, roles };
};

/** Role that a group of this name gives. */
const roleOf = ({ role_groups }: DirectoryItem, name: string): Role | undefined =>
  role_groups.find(({ group }) => group.toLowerCase() === name.toLowerCase())?.role;

/** Roles by the member's groups, or else the default one. An owner stays one: owners are made here alone. */
const rolesBy = (
  directory: DirectoryItem,
  { roles }: ProfileItem,
  groups: readonly GroupItem[],
  ids: ReadonlySet<string>,
): Role[] => {
  if (roles.includes('owner')) return roles;
  const given = groups.filter(({ id }) => ids.has(id)).flatMap(({ name }) => roleOf(directory, name) ?? []);
  return given.length > 0 ? [...new Set(given)].sort() : [directory.default_role];
};

/**
 * The ids that are members'. Others don't count, so that one person whom the organization couldn't take keeps nobody
 * out of a group.
 */
const knownIds = (profiles: readonly ProfileItem[], ids: readonly string[]): string[] => {
  const known = new Set(profiles.filter(({ invited, user_id }) => !invited && user_id !== null).map(({ id }) => id));
  return ids.filter((id) => known.has(id));
};

const changesOf = ({ group, members }: DirectoryGroup, { name, member_ids }: StatedGroup) => {
  const before = members.map(({ id }) => id);
  return [
    ...(name === group.name ? [] : [{ member: 'name', from: group.name, to: name }]),
    ...before.filter((id) => !member_ids.includes(id)).map((from) => ({ member: 'profile_id', from })),
    ...member_ids.filter((id) => !before.includes(id)).map((to) => ({ member: 'profile_id', to })),
  ].slice(0, 30);
};
