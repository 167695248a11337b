import type { Key } from '../engine/key.ts';
import type { Strength } from './session.ts';

/** A user's consent, stored under the code's hash, with everything that the code is bound to. */
export interface AuthorizationCodeItem extends Key {
  client_id: string;
  redirect_uri: string;
  code_challenge: string | null;
  scopes: readonly string[];
  issued_at: string;
  user_id: string;
  organization_id: string;
  profile_id: string;
  /** The user's `session_generation` at that time. */
  generation?: string;
  /** The person at the identity provider, if the session that allows the application began there (`SessionItem`). */
  provider?: { identity: string; sid?: string };
  /** Proof of the person in the session that allows the application (`SessionItem`). */
  strength?: Strength;
  /** Id of the session that the code opens: a second use ends it. */
  session_id: string;
  used: boolean;
  expires_at: string;
  ttl: number;
}
