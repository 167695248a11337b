/**
 * Attributes that decide if a list shows an entry. They rarely change, so indexes with these only are rarely written.
 */
const SHOWN_BY: readonly string[] = ['id', 'bucket', 'set', 'search', 'facets'];

interface Index {
  name: string;
  partitionKey: string;
  sortKey: string;
  /** Its attributes beside keys. */
  attributes: 'all' | readonly string[];
}

/**
 * Indexes share attributes if possible: an item that is in all of them is smaller than the kB of one write unit. Only
 * entries of lists are in any but the first.
 */
const INDEXES: readonly Index[] = [
  { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk', attributes: 'all' },
  { name: 'gsi2', partitionKey: 'pk', sortKey: 'gsi2sk', attributes: SHOWN_BY },
  { name: 'gsi3', partitionKey: 'pk', sortKey: 'gsi3sk', attributes: SHOWN_BY },
  { name: 'gsi4', partitionKey: 'gsi4pk', sortKey: 'sk', attributes: SHOWN_BY },
  { name: 'gsi5', partitionKey: 'pk', sortKey: 'gsi5sk', attributes: [...SHOWN_BY, 'name'] },
];

/**
 * The one table as plain data: CDK creates it in AWS and the local platform in its own engine from this.
 * `lib/storage/engine/keys.ts` spells the keys.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: INDEXES,
  timeToLiveAttribute: 'ttl',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;
