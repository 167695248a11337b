import type { Key } from '../key.ts';

/** A secret that the user's authenticator has, and that the user has not confirmed yet. */
export interface EnrollmentItem extends Key {
  secret: string;
  /** Wrong codes so far. */
  tries: number;
  expires_at: string;
  ttl: number;
}
