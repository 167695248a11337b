import type { Key } from './key.ts';

/** A record without its key: what it says doesn't depend on where it stands. */
export const plain = <T>(item: (T & Partial<Key>) | undefined): T | undefined => {
  if (item === undefined) return undefined;
  const { pk: _pk, sk: _sk, ...record } = item;
  return record as T;
};
