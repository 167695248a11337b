import type { Key } from '../engine/key.ts';
import type { Role } from './permissions.ts';

/** A token by which a directory's client presents itself. */
export interface DirectoryToken {
  id: string;
  /** Hash of the secret. */
  secret_hash: string;
  created_at: string;
}

/** The latest day (UTC) on which a token was used. */
export interface DirectoryUseItem extends Key {
  token_id: string;
  last_used_on: string;
}

/** A role for the members of a group of the directory. */
export interface RoleGroup {
  /** Name of the group. */
  group: string;
  role: Role;
}

/** The directory (SCIM) that puts people into an organization and takes them out. */
export interface DirectoryItem extends Key {
  organization_id: string;
  tokens: DirectoryToken[];
  default_role: Role;
  role_groups: RoleGroup[];
  /** True if what a member owns is handed over as soon as the directory deactivates the member. */
  hands_over: boolean;
  /** The member who gets what is handed over; null: an owner. */
  heir_id: string | null;
  created_at: string;
  updated_at: string;
}
