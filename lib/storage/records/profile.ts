import type { Key } from '../engine/key.ts';
import type { Permission, Role } from './permissions.ts';

/** A user's profile in one organization, or a contact of it. */
export interface ProfileItem extends Key {
  id: string;
  /** Null for a contact, who has no account. */
  user_id: string | null;
  organization_id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  /** Path of the photo below the API's address. */
  picture: string | null;
  /** Permissions beside those of its roles. */
  permissions: Permission[];
  roles: Role[];
  locale: string | null;
  timezone: string | null;
  created_at: string;
  updated_at: string;
  /** An administrator made it, and nobody has accepted it yet, so nobody can act as it. */
  invited?: boolean;
  /** A locked member can't sign in to this organization. */
  locked?: boolean;
  lock_reason?: string | null;
  /** The latest day (UTC) on which the person signed in as it, or went on with a session; absent before the first. */
  last_seen_on?: string;
  /** Issuer and subject at the organization's identity provider; absent before the first sign-in there. */
  identity?: { issuer: string; subject: string } | null;
  /** Names by which the organization's directory (SCIM) knows the member; absent for one that it doesn't keep. */
  directory?: { user_name: string; external_id: string | null; display_name: string | null };
  /** Groups whose permissions add to its own; absent without groups. */
  group_ids?: Set<string>;
  gsi1pk?: string;
  gsi1sk?: string;
  /** In seconds since 1970: records of a sign-up expire with it, unless it is verified. */
  ttl?: number;
}
