import type { Key } from '../key.ts';

/** That a user has shown the first factor, as the table holds it under the token's hash. */
export interface ChallengeItem extends Key {
  user_id: string;
  /** The user's `session_generation` when the password was right. */
  generation?: string;
  /** Where the user was last, to be read together with the user. */
  organization_id: string;
  profile_id: string;
  expires_at: string;
  ttl: number;
}
