import type { Key } from '../engine/key.ts';
import type { Permission } from './permissions.ts';

/** A group. The members' profiles say who is in it. */
export interface GroupItem extends Key {
  id: string;
  organization_id: string;
  name: string;
  permissions: Permission[];
}
