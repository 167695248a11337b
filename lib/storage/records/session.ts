import type { Key } from '../key.ts';

/** Beginning of a session. */
export type SessionSource = 'signup' | 'password' | 'verify' | 'oauth' | 'invitation' | 'api_key';

/** A session, as the table holds it: of a refresh token only hashes. */
export interface SessionItem extends Key {
  id: string;
  /** In whose collection it stands: the user, or the API key that it was opened with. */
  owner_id: string;
  user_id: string;
  organization_id: string;
  profile_id: string;
  /**
   * Profiles as which the session's tokens act beside `profile_id`: clients that make an organization go on with the token
   * that they made it with. Gone once the session switches to another profile.
   */
  profile_ids?: Set<string>;
  /** The OAuth application or API key that acts for the user; null for the user's own sign-in. */
  client_id: string | null;
  source: SessionSource;
  /** The user's `session_generation` when it began. */
  generation?: string;
  /** What the user has allowed the application that acts; absent where there is none. */
  scopes?: readonly string[];
  /** Hash of the API key's or application's secret that was shown last: the session's tokens end with that secret. */
  secret_hash?: string;
  family_hash: string;
  refresh_hash: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  browser: string | null;
  platform: string | null;
  mobile: boolean;
  ip_address: string | null;
  /** Seconds since 1970; the table removes the item some time after. */
  ttl: number;
}
