/** What decides whether a list shows an entry. It rarely changes: indexes that hold no more are rarely written. */
const SHOWN_BY: readonly string[] = ['id', 'bucket', 'set', 'search', 'facets'];

interface Index {
  name: string;
  partitionKey: string;
  sortKey: string;
  /** The attributes that it holds beside keys. */
  attributes: 'all' | readonly string[];
}

/** Indexes share attributes where they can: an item that stands in all of them is smaller than the kB that a write unit takes. */
const INDEXES: readonly Index[] = [
  { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk', attributes: 'all' },
  { name: 'gsi2', partitionKey: 'pk', sortKey: 'gsi2sk', attributes: 'all' },
  { name: 'gsi3', partitionKey: 'pk', sortKey: 'gsi3sk', attributes: 'all' },
  { name: 'gsi4', partitionKey: 'pk', sortKey: 'gsi4sk', attributes: SHOWN_BY },
  { name: 'gsi5', partitionKey: 'pk', sortKey: 'gsi5sk', attributes: SHOWN_BY },
  { name: 'gsi6', partitionKey: 'gsi6pk', sortKey: 'sk', attributes: SHOWN_BY },
  { name: 'gsi7', partitionKey: 'gsi6pk', sortKey: 'gsi4sk', attributes: SHOWN_BY },
  { name: 'gsi8', partitionKey: 'gsi6pk', sortKey: 'gsi5sk', attributes: SHOWN_BY },
];

/**
 * The one table, as plain data: CDK makes it in AWS and the local platform makes it in its own engine, from this.
 * `lib/storage/keys.ts` spells what the keys hold.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: INDEXES,
  timeToLiveAttribute: 'ttl',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;
