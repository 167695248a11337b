import type { Key } from '../engine/key.ts';
import type { Permission } from './permissions.ts';

/** A group. The members' profiles say who is in it. */
export interface GroupItem extends Key {
  id: string;
  organization_id: string;
  name: string;
  permissions: Permission[];
  /** Id of the group in the organization's directory (SCIM); absent for one that it doesn't keep. */
  external_id?: string | null;
  created_at: string;
  /** When its name or its permissions were changed last. */
  updated_at: string;
}
