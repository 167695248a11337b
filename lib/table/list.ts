import type { Write } from './client.ts';
import { listBucket, listCountsKey, listEntryKey } from './keys.ts';

/**
 * A list is an item collection of small entries, one a record, sorted by the record's id (a UUID v7: by creation).
 * Indexes give its buckets, each by creation (gsi1), by last change (gsi2) and by name (gsi3): whatever a view leaves out
 * stands in buckets that it doesn't read. Beside the list stands one item of counts, a number for every cell: each entry
 * is counted in exactly one cell, so that the count of any view is the sum of the cells that the view shows. Entries and
 * counts change in the transaction of the change that they show; what they can be searched by follows (`postings.ts`).
 */
export interface Entry {
  id: string;
  name: string;
  updated_at: string;
  /** Which bucket it stands in; null where no view shows it. */
  bucket: string | null;
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
  ...(entry.bucket === null ? {} : indexKeys(listBucket(list, entry.bucket), entry)),
});

const indexKeys = (bucket: string, entry: Entry) => ({
  gsi1pk: bucket,
  gsi1sk: entry.id,
  gsi2pk: bucket,
  gsi2sk: changePosition(entry),
  gsi3pk: bucket,
  gsi3sk: namePosition(entry),
});

/** Where an entry stands in the order of last change. */
export const changePosition = ({ updated_at, id }: Entry): string => `${updated_at}#${id}`;

/** Where an entry stands in the order of names: without regard to case, long ones by their beginning. */
export const namePosition = ({ name, id }: Entry): string => `${name.toLowerCase().slice(0, 200)}#${id}`;

const countsWrite = (list: string, deltas: [string, number][]): Write => ({
  update: listCountsKey(list),
  UpdateExpression: `ADD ${deltas.map((_, index) => `#c${index} :c${index}`).join(', ')}`,
  ExpressionAttributeNames: Object.fromEntries(deltas.map(([cell], index) => [`#c${index}`, `${CELL}${cell}`])),
  ExpressionAttributeValues: Object.fromEntries(deltas.map(([, by], index) => [`:c${index}`, by])),
});

const CELL = 'n:';

/** How many entries stand in the cells that `shows` says yes to. `counts` is the item at `listCountsKey`. */
export const sumOfCells = (counts: Record<string, unknown> | undefined, shows: (cell: string) => boolean): number =>
  Object.entries(counts ?? {})
    .filter(([name]) => name.startsWith(CELL) && shows(name.slice(CELL.length)))
    .reduce((sum, [, value]) => sum + Number(value), 0);
