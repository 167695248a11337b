import type { SocialName } from '../../base/config.ts';
import type { Key } from '../engine/key.ts';

/** Kinds of notifications that a person has switched off, by the names of their events. */
export interface Muted {
  app: readonly string[];
  email: readonly string[];
}

/** Persons that a user is at providers for everybody, by their names: one at each. */
export type Identities = Partial<Record<SocialName, { issuer: string; subject: string }>>;

/** A user in the table. */
export interface UserItem extends Key {
  id: string;
  email: string;
  email_verified: boolean;
  /** Argon2id, as a PHC string. */
  password_hash: string | null;
  password_changed_at: string | null;
  first_name: string;
  last_name: string;
  phone: string | null;
  locale: string | null;
  timezone: string | null;
  /** The user's current profile, where the next sign-in goes. */
  current_organization_id: string;
  current_profile_id: string;
  /**
   * A new one ends all earlier sessions, codes and challenges, also simultaneous ones. Absent until the first change.
   */
  session_generation?: string;
  /** Absent or null if signing in needs the password only. */
  mfa?: SecondFactor | null;
  /** Number of the user's passkeys; absent before the first. */
  passkeys?: number;
  /** People at providers for everybody as whom the user signs in; absent before the first. */
  identities?: Identities;
  /** The latest notice of an identity provider that the person signed out there: sign-ins that waited then are void. */
  provider_logout_at?: string;
  /** Absent until the person switches a kind of notification off. */
  muted?: Muted;
  /** In seconds since 1970. An unverified sign-up expires with all its records. */
  ttl?: number;
  created_at: string;
  updated_at: string;
}

/** A user's second factor. `README.md` in `lib/people/mfa` says why the secret is no hash. */
export interface SecondFactor {
  /** Shared with the user's authenticator, base32. */
  secret: string;
  enrolled_at: string;
  /** The latest time step whose code was used: its code and earlier ones are void. */
  last_step: number;
  /** Hashes of the remaining codes. */
  backup_codes: string[];
  /** A new one after each use: of two simultaneous uses one fails. */
  version: string;
}

/**
 * A user's claim of an address, which makes it unique and lets it be found. It repeats the user's current profile, so
 * that a sign-in reads user and profile at once; the user's own item decides. It also repeats what the person has
 * switched off, so that whoever is notified by an address takes no second read.
 */
export interface EmailItem extends Key {
  muted?: Muted;
  user_id: string;
  organization_id: string;
  profile_id: string;
}

/** The latest sign-up with an address: several may try until one verifies it. */
export interface SignUpItem extends EmailItem {
  ttl: number;
}
