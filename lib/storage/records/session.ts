import type { Key } from '../engine/key.ts';

/** Origins of the sessions that people open themselves. */
export const OWN_SOURCES = ['signup', 'password', 'verify', 'invitation', 'passkey', 'provider'] as const;

/** Origin of a session. */
export type SessionSource = (typeof OWN_SOURCES)[number] | 'oauth' | 'api_key';

/** Proof of a session's person beside a password. */
export type Strength = 'second_factor' | 'passkey';

/** A session in the table, with hashes of its refresh token only. */
export interface SessionItem extends Key {
  id: string;
  /** Owner of the collection: the user, or the API key that opened the session. */
  owner_id: string;
  user_id: string;
  organization_id: string;
  profile_id: string;
  /**
   * Profiles as which the session's tokens may act beside `profile_id`: clients that create an organization continue
   * with the token with which they created it. Removed once the session switches to another profile.
   */
  profile_ids?: Set<string>;
  /** The OAuth application or API key that acts for the user; null for a direct sign-in. */
  client_id: string | null;
  source: SessionSource;
  /** The user's `session_generation` at its beginning. */
  generation?: string;
  /** Scopes that the user granted the application, or that the sign-in asked for; absent if none narrow the session. */
  scopes?: readonly string[];
  /** Hash of the secret that the API key or application presented last: the session's tokens end with that secret. */
  secret_hash?: string;
  family_hash: string;
  refresh_hash: string;
  /**
   * Tokens of a browser's session that were exchanged, and may come once more until their time: the answer with the
   * successor may have been lost on the way.
   */
  used_tokens?: readonly { hash: string; until: string }[];
  /** Other successors of such a token; one of them may be what the browser got. */
  sibling_hashes?: readonly string[];
  /**
   * The person and the session at the organization's identity provider. Such a session acts in that organization alone,
   * because the provider's word is good for no other.
   */
  provider?: { identity: string; sid?: string };
  /**
   * Proof of the person beside a password: a second factor, or a passkey alone, which counts as both. Absent for
   * neither.
   */
  strength?: Strength;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  browser: string | null;
  platform: string | null;
  mobile: boolean;
  ip_address: string | null;
  /** In seconds since 1970; the table removes the item some time after. */
  ttl: number;
}
