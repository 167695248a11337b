import { type Item, readPart } from './client.ts';
import { DUE_SHARDS, dueShard } from './keys.ts';

/** What one run takes of each part of the index; the rest is due a minute later too. */
const PER_RUN = 100;

/** What has become due by the time `at`, of whatever kind. A query for each part of the index. */
export const findDue = async (at: string): Promise<Item[]> => {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => dueShard(shard));
  const due = await Promise.all(shards.map((shard) => dueOf(shard, at)));
  return due.flat();
};

const dueOf = async (shard: string, at: string): Promise<Item[]> => {
  const { items } = await readPart<Item>({ pk: shard, index: 'gsi1', to: at, limit: PER_RUN });
  return items;
};
