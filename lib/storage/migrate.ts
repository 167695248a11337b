import { type Item, transact } from './engine/client.ts';
import { isMade } from './engine/commit.ts';
import type { Write } from './engine/write.ts';

/**
 * One step from a form of records to the next: the writes that replace an item of the earlier form, none for any other
 * item. The first write must be conditioned on what the item was when it was read, such as its `version`.
 * `test/storage/migrate.test.ts` shows one.
 */
export type Migration = (item: Item) => readonly Write[];

/** The steps since version 1, whose forms are the first. */
export const MIGRATIONS: readonly Migration[] = [];

/**
 * Brings an item to the next form. Returns false if there is nothing to do: for items that no step concerns, and if the
 * record was changed since `item` was read, because each change writes the present form. Lists follow from the stream.
 * One transaction; safe to repeat while the platform runs.
 */
export const migrateItem = async (item: Item, migrations: readonly Migration[]): Promise<boolean> => {
  const writes = migrations.map((step) => step(item)).find(({ length }) => length > 0);
  return writes ? isMade(() => transact(writes)) : false;
};
