import { listCountsKey, listEntryKey, listSet } from './keys.ts';
import type { Write } from './write.ts';

/**
 * A list is an item collection of small entries, one a record, sorted by the record's id (a UUID v7: by creation).
 * Indexes give its buckets one after the other, each by creation (gsi1), by last change (gsi2) and by name (gsi3): whatever
 * a view leaves out stands in buckets that it doesn't read. Lists that keep sets can also be read as one by last change
 * (gsi4) and by name (gsi5), and a set of their entries in each order (gsi6, gsi7, gsi8): so that a view takes few
 * queries, however many buckets it shows. Beside the list stands one item of counts, a number for every cell: each entry
 * is counted in exactly one cell, so that the count of any view is the sum of the cells that the view shows. Entries and
 * counts change in the transaction of the change that they show; what they can be searched by follows (`postings.ts`).
 */
export interface Entry {
  id: string;
  name: string;
  updated_at: string;
  /** Which bucket it stands in; null where no view shows it. */
  bucket: string | null;
  /** Which set it stands in, null for none; undefined where the list keeps no sets. */
  set?: string | null;
  /** Which count it adds to; null where the list keeps no counts. */
  cell: string | null;
  /** The words that it is found by (`searchText`). */
  search?: string;
  /** What else it is found by, word for word. */
  facets?: readonly string[];
  /** Attributes by which it is ranked too. */
  ranked?: readonly string[];
  [attribute: string]: unknown;
}

/** The writes that turn a list's entry from `before` into `after` (either may be absent), with its counts. */
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

/** The indexes in which lists stand, and which of their attributes are the keys. */
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

/** The orders that lists stand in: of creation, of last change, and of names. */
export type ListOrder = 'created' | 'updated' | 'name';

/** Less than all that names hold: a name comes before those that it begins. */
const NAME_END = '\u0001';

/** Where an entry stands in an order. Names are taken without regard to case, long ones by their beginning. */
export const position = (order: ListOrder, { id, updated_at, name }: Entry): string => {
  if (order === 'created') return id;
  return order === 'updated' ? `${updated_at}#${id}` : `${name.toLowerCase().slice(0, 200)}${NAME_END}${id}`;
};

/** Where an entry stands in an order of each bucket. */
export const bucketPosition = (order: ListOrder, entry: Entry): string =>
  `${bucketStart(order, entry.bucket ?? '')}${position(order, entry)}`;

/**
 * What the positions of a bucket begin with: buckets stand in the order of their names. By last change the canceled come
 * after all others, which makes that the order of cancellation, too.
 */
export const bucketStart = (order: ListOrder, bucket: string): string =>
  order === 'updated' && bucket === 'canceled' ? `~${bucket}#` : `${bucket}#`;

/** What is greater than all positions of a bucket, and less than those of the next. */
export const bucketEnd = (order: ListOrder, bucket: string): string => `${bucketStart(order, bucket).slice(0, -1)}$`;

const countsWrite = (list: string, deltas: [string, number][]): Write => ({
  change: listCountsKey(list),
  add: Object.fromEntries(deltas.map(([cell, by]) => [`${CELL}${cell}`, by])),
});

const CELL = 'n:';

/** How many entries stand in the cells that `shows` says yes to. `counts` is the item at `listCountsKey`. */
export const sumOfCells = (counts: Record<string, unknown> | undefined, shows: (cell: string) => boolean): number =>
  Object.entries(counts ?? {})
    .filter(([name]) => name.startsWith(CELL) && shows(name.slice(CELL.length)))
    .reduce((sum, [, value]) => sum + Number(value), 0);
