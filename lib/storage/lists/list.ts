import { isDeepStrictEqual } from 'node:util';
import { DAY, epochSeconds, SECOND } from '../../base/clock.ts';
import type { Key } from '../engine/key.ts';
import {
  COUNT_PARTS,
  listCountsKey,
  listCountsKeys,
  listEntryKey,
  listSet,
  MANY_COUNT_PARTS,
  somePart,
} from '../engine/keys.ts';
import { ABSENT } from '../engine/where.ts';
import type { Write } from '../engine/write.ts';

/**
 * A list is an item collection of small entries, one for each record, sorted by the record's id (a UUID v7: by
 * creation). Two indexes have it by last change and by name; two more have, by creation, its buckets one after the
 * other and its sets, so that a view needs not read what it leaves out. One item beside the list has the counts, a
 * number for each cell: each entry is counted in exactly one cell, so a view's count is the sum of its cells. The
 * table's stream brings entries and counts up to date (`follow.ts`), an entry and its count in one transaction. Only a
 * new record's first entries are written with the record itself.
 */
export interface Entry {
  id: string;
  /** The record's version that this shows. */
  version: number;
  name: string;
  updated_at: string;
  /** The entry's bucket; null if no view shows it. */
  bucket: string | null;
  /** The entry's set, null for none; undefined if the list has no sets. */
  set?: string | null;
  /** The count that it is in; null while it isn't counted yet. */
  cell: string | null;
  /** Words for searching (`searchText`). */
  search?: string;
  /** Further exact terms for searching. */
  facets?: readonly string[];
  /** True if pages show the entry itself, not its record. */
  whole?: boolean;
  /** Attributes by which it is ranked. */
  ranked?: readonly string[];
  [attribute: string]: unknown;
}

/** The stored entry of a list. */
export type StoredEntry = Key & Entry;

/**
 * The item that stays for a day where an entry was: a run of the dispatcher that read the record before may still
 * write, long after its time limit. Its write holds only for what it found, so it must not find the same nothing as
 * before. It has no bucket and no cell: no view shows it, and no count has it.
 */
const removedEntry = (list: string, { id, version }: Removal): StoredEntry => ({
  ...listEntryKey(list, id),
  id,
  version,
  name: '',
  updated_at: '',
  bucket: null,
  cell: null,
  removed: true,
  ttl: epochSeconds() + DAY / SECOND,
});

/** The record `id` has no entry in a list any more, as of its `version`. */
export class Removal {
  readonly id: string;
  readonly version: number;

  constructor(id: string, version: number) {
    this.id = id;
    this.version = version;
  }
}

/**
 * The entry of a list that nobody can read, because its owner has no account: that the record belongs in it. Its
 * record's changes don't change it.
 */
export const emptyEntry = ({ id, version }: Entry): Entry => ({
  id,
  version,
  name: '',
  updated_at: '',
  bucket: null,
  cell: null,
  empty: true,
});

/** True for an entry of a list that nobody can read. */
const isEmptyEntry = (entry: Entry): boolean => entry.empty === true;

/** True for what stays where an entry was. */
const isRemoved = (stored: StoredEntry): boolean => stored.removed === true;

/** The change of one entry, and what it adds to its list's cells. Both belong in one transaction. */
export interface EntryChange {
  list: string;
  write: Write;
  counts: [cell: string, by: number][];
  /** True if this makes an entry of a list that nobody can read. */
  empty: boolean;
}

/**
 * Returns the change of a list's entry from the stored one to `after`; undefined if it is the same. It holds only if
 * the stored one is unchanged, so an entry is counted exactly once, however often it is tried.
 */
export const entryChange = (
  list: string,
  stored: StoredEntry | undefined,
  after: Entry | Removal,
): EntryChange | undefined => {
  const where = stored ? { version: stored.version, cell: stored.cell } : ABSENT;
  const item = after instanceof Removal ? removedEntry(list, after) : entryItem(list, after);
  if (stored && isRemoved(stored) && isRemoved(item) && stored.version === item.version) return undefined;
  if (stored && isEmptyEntry(stored) && isEmptyEntry(item)) return undefined;
  if (isDeepStrictEqual(stored, item)) return undefined;
  const deltas = new Map<string, number>();
  if (stored?.cell) deltas.set(stored.cell, -1);
  if (item.cell) deltas.set(item.cell, (deltas.get(item.cell) ?? 0) + 1);
  return {
    list,
    write: { put: item, where },
    counts: [...deltas].filter(([, by]) => by !== 0),
    empty: isEmptyEntry(item),
  };
};

/**
 * First entries of a new record. They are shown in the order of creation at once, and are complete and counted when the
 * stream has followed. They may be written before the record; if it is never made, they
 * expire.
 */
export const firstEntries = (entries: ReadonlyMap<string, Entry>): StoredEntry[] => {
  const ttl = epochSeconds() + FIRST_ENTRY_SECONDS;
  return [...entries].map(([list, entry]) => ({ ...listEntryKey(list, entry.id), ...entry, cell: null, ttl }));
};

/** The stream keeps changes for a day. */
const FIRST_ENTRY_SECONDS = (2 * DAY) / SECOND;

/** The item of a complete entry. */
const entryItem = (list: string, entry: Entry): StoredEntry => ({
  ...listEntryKey(list, entry.id),
  ...entry,
  ...(entry.bucket === null ? {} : orderKeys(list, entry)),
  ...(typeof entry.set === 'string' ? { gsi4pk: listSet(list, entry.set) } : {}),
});

const orderKeys = (list: string, entry: Entry) => ({
  gsi2sk: position('updated', entry),
  gsi3sk: position('name', entry),
  ...(entry.whole
    ? { gsi1pk: listEntryKey(list, entry.id).pk, gsi1sk: bucketStart(entry.bucket ?? '') + entry.id }
    : { gsi5sk: bucketStart(entry.bucket ?? '') + entry.id }),
});

/** The indexes of lists, with the attributes of their keys. */
export const LIST_INDEXES = {
  created: { pk: 'pk', sk: 'sk' },
  updated: { index: 'gsi2', pk: 'pk', sk: 'gsi2sk' },
  name: { index: 'gsi3', pk: 'pk', sk: 'gsi3sk' },
  /** By creation, bucket after bucket. */
  buckets: { index: 'gsi5', pk: 'pk', sk: 'gsi5sk' },
  /** The same with all attributes, for lists whose entries are shown themselves. */
  wholeBuckets: { index: 'gsi1', pk: 'gsi1pk', sk: 'gsi1sk' },
  /** By creation, each set by itself. */
  sets: { index: 'gsi4', pk: 'gsi4pk', sk: 'sk' },
} as const satisfies Record<ListOrder | 'buckets' | 'wholeBuckets' | 'sets', TableIndex>;

/** The table itself, or one of its indexes. */
export interface TableIndex {
  index?: `gsi${number}`;
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

/** Beginning of a bucket's positions: buckets sort by their names. */
export const bucketStart = (bucket: string): string => `${bucket}#`;

/** Greater than all positions of a bucket, and smaller than those of the next. */
export const bucketEnd = (bucket: string): string => `${bucket}$`;

/**
 * Position of an entry where buckets follow one another: by creation in each. In the order of cancellation the canceled
 * are last, by their last change: they never change again.
 */
export const bucketPosition = (by: BucketOrder, entry: Entry): string =>
  by === 'canceled' && entry.bucket === CANCELED
    ? `${CANCELED_START}${position('updated', entry)}`
    : `${bucketStart(entry.bucket ?? '')}${entry.id}`;

/** Orders of buckets. */
export type BucketOrder = 'created' | 'canceled';

export const CANCELED = 'canceled';
/** Greater than the beginning of every other bucket. */
export const CANCELED_START = `~${CANCELED}#`;

/** A list with all its parts, which are counted together. */
export interface CountedList {
  list: string;
  /** Number of its parts; absent for one. */
  parts?: number;
}

const countPartsOf = ({ parts = 1 }: CountedList): number => (parts > 1 ? MANY_COUNT_PARTS : COUNT_PARTS);

/** Keys of a list's counts, whose sum they are. */
export const countsKeys = (counted: CountedList): Key[] => listCountsKeys(counted.list, countPartsOf(counted));

/** The write that adds to a part of a list's counts. */
export const countsWrite = (counted: CountedList, counts: ReadonlyMap<string, number>): Write => ({
  change: listCountsKey(counted.list, somePart(countPartsOf(counted))),
  add: Object.fromEntries([...counts].map(([cell, by]) => [`${CELL}${cell}`, by])),
});

const CELL = 'n:';

/** The parts of a list's counts. */
export type ListCounts = readonly (object | undefined)[];

/** The counts of each list; `items` begins with what was read at the `countsKeys` of all. */
export const countsOf = (lists: readonly CountedList[], items: readonly (object | undefined)[]): ListCounts[] => {
  let at = 0;
  return lists.map((counted) => {
    const parts = countPartsOf(counted);
    at += parts;
    return items.slice(at - parts, at);
  });
};

/** Number of entries in the cells for which `shows` returns true. `counts` are the items at `countsKeys`. */
export const sumOfCells = (counts: ListCounts, shows: (cell: string) => boolean): number =>
  counts
    .flatMap((part) => Object.entries(part ?? {}))
    .filter(([name]) => name.startsWith(CELL) && shows(name.slice(CELL.length)))
    .reduce((sum, [, value]) => sum + Number(value), 0);
