import type { Key } from '../key.ts';

export interface Attempts extends Key {
  /** Attempts let through. */
  count: number;
  /** When the last of them was, in milliseconds since 1970. */
  last_at: number;
  ttl: number;
}
