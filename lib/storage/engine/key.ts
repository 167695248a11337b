/** An item's primary key. */
export interface Key {
  pk: string;
  sk: string;
}

/** A record without its key: its content doesn't depend on its place. */
export const plain = <T>(item: (T & Partial<Key>) | undefined): T | undefined => {
  if (item === undefined) return undefined;
  const { pk: _pk, sk: _sk, ...record } = item;
  return record as T;
};
