import type { Key } from '../engine/key.ts';

/** A sign-in with the first factor done, stored under the token's hash. */
export interface ChallengeItem extends Key {
  user_id: string;
  /** The user's `session_generation` at the password's check. */
  generation?: string;
  /** The user's current profile at that time, to be read together with the user. */
  organization_id: string;
  profile_id: string;
  /** The person whom the organization's identity provider has proven, in the place of the password (`SessionItem`). */
  provider?: { identity: string; sid?: string };
  /** Beginning of a sign-in at a provider, which a sign-out there makes void. */
  begun_at?: string;
  expires_at: string;
  ttl: number;
}
