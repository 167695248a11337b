import type { Key } from '../key.ts';

/** A sign-in whose first factor was shown, as the table holds it under the token's hash. */
export interface ChallengeItem extends Key {
  user_id: string;
  /** The user's `session_generation` when the password was right. */
  generation?: string;
  /** Place of the profile that the user was last, to be read together with the user. */
  organization_id: string;
  profile_id: string;
  expires_at: string;
  ttl: number;
}
