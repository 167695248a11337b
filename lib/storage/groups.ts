import { groupKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { GroupItem } from './records/group.ts';

export const groupAt = (organization_id: string, id: string): At<GroupItem> => at(groupKey(organization_id, id));
