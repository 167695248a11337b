import type { Key } from '../key.ts';
import type { StoredPermission } from './permissions.ts';

/** A group. Who is in it stands in the profiles. */
export interface GroupItem extends Key {
  id: string;
  organization_id: string;
  name: string;
  permissions: StoredPermission[];
}
