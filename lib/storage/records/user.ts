import type { Key } from '../key.ts';

/** A user, as the table holds it. */
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
  /** Where the user was last: signing in goes there again. */
  current_organization_id: string;
  current_profile_id: string;
  /**
   * Another one ends all sessions, codes and challenges of the one before, also those that begin at the same moment. Absent
   * until the first change.
   */
  session_generation?: string;
  /** None where signing in takes the password alone. */
  mfa?: SecondFactor | null;
  /** Seconds since 1970. A sign-up that is not verified goes by itself, with all that was made for it. */
  ttl?: number;
  created_at: string;
  updated_at: string;
}

/** A user's second factor. `README.md` in `lib/people/mfa` says why the secret is no hash. */
export interface SecondFactor {
  /** Shared with the user's authenticator, base32. */
  secret: string;
  enrolled_at: string;
  /** The latest time step whose code was used: neither that one nor those before count any more. */
  last_step: number;
  /** Hashes of the codes that are left. */
  backup_codes: string[];
  /** Another one after each use: of two uses at once one fails. */
  version: string;
}

/**
 * That an address belongs to a user: what makes it unique, and how it is found. It repeats where the user was last, so
 * that a sign-in reads the user and that profile at once; what the user's own item says counts.
 */
export interface EmailItem extends Key {
  user_id: string;
  organization_id: string;
  profile_id: string;
}

/** The latest sign-up with an address: until the address is verified it belongs to nobody, and several may try. */
export interface SignUpItem extends EmailItem {
  ttl: number;
}
