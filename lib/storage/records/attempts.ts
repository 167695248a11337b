import type { Key } from '../engine/key.ts';

export interface Attempts extends Key {
  /** Permitted attempts. */
  count: number;
  /** Time of the latest attempt, in milliseconds since 1970. */
  last_at: number;
  ttl: number;
}
