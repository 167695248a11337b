import type { Key } from '../engine/key.ts';

/** A network from which the user has signed in. */
export interface NetworkItem extends Key {
  ttl: number;
}
