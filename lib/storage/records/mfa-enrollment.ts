import type { Key } from '../engine/key.ts';

/** A secret in the user's authenticator that the user has not confirmed yet. */
export interface EnrollmentItem extends Key {
  secret: string;
  /** Wrong codes so far. */
  tries: number;
  expires_at: string;
  ttl: number;
}
