import { collection, getItem, getItems } from './engine/client.ts';
import { GROUP_PREFIX, groupKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import type { Write } from './engine/write.ts';
import type { GroupItem } from './records/group.ts';

export const groupAt = (organization_id: string, id: string): At<GroupItem> => at(groupKey(organization_id, id));

/** Makes a group's record. */
export const groupRecord = (group: Omit<GroupItem, 'pk' | 'sk'>): GroupItem => ({
  ...groupKey(group.organization_id, group.id),
  ...group,
});

export const findGroup = (organization_id: string, id: string): Promise<GroupItem | undefined> =>
  getItem<GroupItem>(groupKey(organization_id, id));

/** Reads these groups; undefined for missing ones. One read. */
export const findGroups = (organization_id: string, ids: readonly string[]): Promise<(GroupItem | undefined)[]> =>
  getItems<GroupItem>(ids.map((id) => groupKey(organization_id, id)));

/** Lists all groups of an organization. One query. */
export const groupsOf = (organization_id: string): Promise<GroupItem[]> =>
  collection<GroupItem>(groupKey(organization_id, '').pk, GROUP_PREFIX);

export const groupWrites = {
  create: (group: GroupItem): Write => ({ put: group }),
  /** Holds while the group has the permissions that it was read with. */
  change: ({ organization_id, id, permissions, updated_at }: GroupItem, set: Partial<GroupItem>): Write => ({
    change: groupKey(organization_id, id),
    set,
    where: { permissions, updated_at },
  }),
  /** Holds while the group has the permissions that it was read with. */
  remove: ({ organization_id, id, permissions }: GroupItem): Write => ({
    remove: groupKey(organization_id, id),
    where: { permissions },
  }),
  check: (organization_id: string, id: string): Write => ({ check: groupKey(organization_id, id) }),
};
