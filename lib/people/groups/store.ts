import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { ConditionFailed, collection, getItem, getItems } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { GROUP_PREFIX, groupKey, profileKey } from '../../storage/keys.ts';
import { orNotFound } from '../../storage/or-not-found.ts';
import type { GroupItem } from '../../storage/records/group.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { UserCaller } from '../access/caller.ts';
import { demandToGive } from '../members/rules.ts';
import { presentProfile } from '../profiles/record.ts';
import { membersOf } from '../profiles/removal.ts';
import { transactAs } from '../sessions/grounds.ts';
import { type Group, type GroupChange, MAX_GROUPS, MAX_GROUPS_OF_MEMBER, type NewGroup } from './schema.ts';

/** The organization's groups by name, without their members. One query. */
export const listGroups = async (caller: UserCaller): Promise<Group[]> =>
  (await groupsOf(caller.organization_id))
    .map((item) => presentGroup(item))
    .sort((a, b) => a.name.localeCompare(b.name));

/** A group with its members; 404 for one of another organization. */
export const readGroup = async (caller: UserCaller, group_id: string): Promise<Group> => {
  const [group, members] = await Promise.all([readOwn(caller, group_id), membersOf(caller.organization_id)]);
  return presentGroup(group, members);
};

/** Makes a group. Nobody gives it permissions that they don't have. */
export const createGroup = async (caller: UserCaller, { name, permissions }: NewGroup): Promise<Group> => {
  const { organization_id } = caller;
  demandToGive(caller, permissions ?? []);
  const groups = await groupsOf(organization_id);
  if (groups.length >= MAX_GROUPS) fail('organization_full', { limit: MAX_GROUPS, things: 'groups' });
  demandFree(groups, name);
  const id = newId();
  const item: GroupItem = {
    ...groupKey(organization_id, id),
    id,
    organization_id,
    name,
    permissions: [...new Set(permissions)],
  };
  await transactAs(caller, [{ put: item }]);
  return presentGroup(item, []);
};

/** Renames a group or changes its permissions, which counts from each member's next call on. */
export const updateGroup = async (caller: UserCaller, group_id: string, change: GroupChange): Promise<Group> => {
  const [groups, members] = await Promise.all([groupsOf(caller.organization_id), membersOf(caller.organization_id)]);
  const before = orFail(
    groups.find(({ id }) => id === group_id),
    'not_found',
  );
  if (change.name)
    demandFree(
      groups.filter((one) => one !== before),
      change.name,
    );
  const permissions = [...new Set(change.permissions ?? before.permissions)];
  demandToGive(
    caller,
    permissions.filter((permission) => !before.permissions.includes(permission)),
  );
  const changes = { name: change.name ?? before.name, permissions };
  await orNotFound(() => transactAs(caller, [{ update: before, ...onlyIf(setting(changes), 'attribute_exists(pk)') }]));
  return presentGroup({ ...before, ...changes }, members);
};

/** Deletes a group: what it added to its members' permissions is gone at once. */
export const deleteGroup = (caller: UserCaller, group_id: string): Promise<void> =>
  orNotFound(() =>
    transactAs(caller, [{ remove: groupKey(caller.organization_id, group_id), condition: 'attribute_exists(pk)' }]),
  );

/** Adds a member to a group, once. Nobody gives permissions by it that they don't have. */
export const addGroupMember = async (caller: UserCaller, group_id: string, profile_id: string): Promise<Group> => {
  const group = await readOwn(caller, group_id);
  demandToGive(caller, group.permissions);
  await changeMembership(caller, group, profile_id, 'ADD');
  return presentGroup(group, await membersOf(caller.organization_id));
};

/** Takes a member out of a group; nothing changes for who isn't in it. */
export const deleteGroupMember = async (caller: UserCaller, group_id: string, profile_id: string): Promise<Group> => {
  const group = await readOwn(caller, group_id);
  await changeMembership(caller, group, profile_id, 'DELETE');
  return presentGroup(group, await membersOf(caller.organization_id));
};

const changeMembership = async (
  caller: UserCaller,
  group: GroupItem,
  profile_id: string,
  verb: 'ADD' | 'DELETE',
): Promise<void> => {
  const { organization_id } = caller;
  const key = profileKey(organization_id, profile_id);
  const room = 'attribute_not_exists(group_ids) OR size(group_ids) < :most OR contains(group_ids, :id)';
  const adding = verb === 'ADD';
  try {
    await transactAs(caller, [
      {
        update: key,
        UpdateExpression: `${verb} group_ids :ids`,
        ConditionExpression: `attribute_exists(pk)${adding ? ` AND (${room})` : ''}`,
        ExpressionAttributeValues: {
          ':ids': new Set([group.id]),
          ...(adding ? { ':most': MAX_GROUPS_OF_MEMBER, ':id': group.id } : {}),
        },
      },
      ...(adding ? [{ check: groupKey(organization_id, group.id) }] : []),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const [profile, still] = await getItems<Key>([key, group]);
    if (!profile || !still) return fail('not_found');
    return fail('organization_full', { limit: MAX_GROUPS_OF_MEMBER, things: 'groups of one member' });
  }
};

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

const groupsOf = (organization_id: string): Promise<GroupItem[]> =>
  collection<GroupItem>(groupKey(organization_id, '').pk, GROUP_PREFIX);

const readOwn = async (caller: UserCaller, group_id: string): Promise<GroupItem> =>
  orFail(await getItem<GroupItem>(groupKey(caller.organization_id, group_id)), 'not_found');

const demandFree = (groups: readonly GroupItem[], name: string): void => {
  if (groups.some((one) => one.name.toLowerCase() === name.toLowerCase())) fail('group_name_taken', { name });
};
