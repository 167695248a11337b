import type { Key } from '../key.ts';

/** That the user has signed in from a network. */
export interface NetworkItem extends Key {
  ttl: number;
}
