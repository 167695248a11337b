import { listCountsKey, listEntryKey, listSet } from '../engine/keys.ts';
import type { Write } from '../engine/write.ts';

/**
 * A list is an item collection of small entries, one for each record, sorted by the record's id (a UUID v7: by
 * creation). Indexes order each bucket by creation (gsi1), by last change (gsi2) and by name (gsi3): a view never reads
 * the buckets that it leaves out. Lists with sets can also be read as a whole by last change (gsi4) and by name (gsi5),
 * and a set in each order (gsi6, gsi7, gsi8), so that a view takes few queries, however many buckets it shows. One item
 * beside the list has the counts, a number for each cell: each entry is counted in exactly one cell, so a view's count
 * is the sum of its cells. Entries and counts change in the transaction of the record's change; the search index
 * follows (`postings.ts`).
 */
export interface Entry {
  id: string;
  name: string;
  updated_at: string;
  /** The entry's bucket; null if no view shows it. */
  bucket: string | null;
  /** The entry's set, null for none; undefined if the list has no sets. */
  set?: string | null;
  /** The count that it adds to; null if the list has no counts. */
  cell: string | null;
  /** Words for searching (`searchText`). */
  search?: string;
  /** Further exact terms for searching. */
  facets?: readonly string[];
  /** Attributes by which it is ranked. */
  ranked?: readonly string[];
  [attribute: string]: unknown;
}

/** Writes that change a list's entry from `before` to `after` (either may be absent), with its counts. */
export const entryWrites = (list: string, before: Entry | undefined, after: Entry | undefined): Write[] => {
  const writes: Write[] = [];
  if (after && JSON.stringify(before) !== JSON.stringify(after)) writes.push({ put: entryItem(list, after) });
  if (before && !after) writes.push({ remove: listEntryKey(list, before.id) });
  const deltas = new Map<string, number>();
  if (before?.cell) deltas.set(before.cell, -1);
  if (after?.cell) deltas.set(after.cell, (deltas.get(after.cell) ?? 0) + 1);
  const changed = [...deltas].filter(([, by]) => by !== 0);
  if (changed.length > 0) writes.push(countsWrite(list, changed));
  return writes;
};

const entryItem = (list: string, entry: Entry) => ({
  ...listEntryKey(list, entry.id),
  ...entry,
  ...(entry.bucket === null ? {} : bucketKeys(list, entry)),
  ...(entry.set === undefined
    ? {}
    : { gsi4sk: position('updated', entry), gsi5sk: position('name', entry), gsi6pk: setKey(list, entry) }),
});

const bucketKeys = (list: string, entry: Entry) => ({
  gsi1pk: listEntryKey(list, entry.id).pk,
  gsi1sk: bucketPosition('created', entry),
  gsi2sk: bucketPosition('updated', entry),
  gsi3sk: bucketPosition('name', entry),
});

const setKey = (list: string, { set }: Entry): string | undefined =>
  typeof set === 'string' ? listSet(list, set) : undefined;

/** The indexes of lists, with the attributes of their keys. */
export const LIST_INDEXES = {
  buckets: {
    created: { index: 'gsi1', pk: 'gsi1pk', sk: 'gsi1sk' },
    updated: { index: 'gsi2', pk: 'pk', sk: 'gsi2sk' },
    name: { index: 'gsi3', pk: 'pk', sk: 'gsi3sk' },
  },
  whole: {
    created: { pk: 'pk', sk: 'sk' },
    updated: { index: 'gsi4', pk: 'pk', sk: 'gsi4sk' },
    name: { index: 'gsi5', pk: 'pk', sk: 'gsi5sk' },
  },
  sets: {
    created: { index: 'gsi6', pk: 'gsi6pk', sk: 'sk' },
    updated: { index: 'gsi7', pk: 'gsi6pk', sk: 'gsi4sk' },
    name: { index: 'gsi8', pk: 'gsi6pk', sk: 'gsi5sk' },
  },
} as const satisfies Record<string, Record<ListOrder, TableIndex>>;

/** The table itself, or one of its indexes. */
export interface TableIndex {
  index?: string;
  pk: string;
  sk: string;
}

/** Orders of lists: by creation, by last change, and by name. */
export type ListOrder = 'created' | 'updated' | 'name';

/** Smaller than every character of a name: a name sorts before longer names that begin with it. */
const NAME_END = '\u0001';

/** Position of an entry in an order. Names are compared without regard to case, long ones by their beginning. */
export const position = (order: ListOrder, { id, updated_at, name }: Entry): string => {
  if (order === 'created') return id;
  return order === 'updated' ? `${updated_at}#${id}` : `${name.toLowerCase().slice(0, 200)}${NAME_END}${id}`;
};

/** Position of an entry in a bucket's order. */
export const bucketPosition = (order: ListOrder, entry: Entry): string =>
  `${bucketStart(order, entry.bucket ?? '')}${position(order, entry)}`;

/**
 * Beginning of a bucket's positions: buckets sort by their names. By last change the canceled ones sort after all
 * others, so this is the order of cancellation, too.
 */
export const bucketStart = (order: ListOrder, bucket: string): string =>
  order === 'updated' && bucket === 'canceled' ? `~${bucket}#` : `${bucket}#`;

/** Greater than all positions of a bucket, and smaller than those of the next. */
export const bucketEnd = (order: ListOrder, bucket: string): string => `${bucketStart(order, bucket).slice(0, -1)}$`;

const countsWrite = (list: string, deltas: [string, number][]): Write => ({
  change: listCountsKey(list),
  add: Object.fromEntries(deltas.map(([cell, by]) => [`${CELL}${cell}`, by])),
});

const CELL = 'n:';

/** Number of entries in the cells for which `shows` returns true. `counts` is the item at `listCountsKey`. */
export const sumOfCells = (counts: Record<string, unknown> | undefined, shows: (cell: string) => boolean): number =>
  Object.entries(counts ?? {})
    .filter(([name]) => name.startsWith(CELL) && shows(name.slice(CELL.length)))
    .reduce((sum, [, value]) => sum + Number(value), 0);
