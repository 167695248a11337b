import { type Key, type QueryRequest, queryOnce, type Write } from './client.ts';
import { listBucket, listCountsKey, listEntryKey } from './keys.ts';

/**
 * A list is an item collection of small entries, one a record, sorted by the record's id (a UUID v7: by creation).
 * Indexes give the same list by bucket (gsi1), by last change (gsi2) and by name (gsi3). Beside it stands one item of
 * counts, a number for every cell: each entry is counted in exactly one cell, so that the count of any view is the sum
 * of the cells that the view shows. Entries and counts change in the transaction of the change that they show.
 */
export interface Entry {
  id: string;
  name: string;
  updated_at: string;
  /** Which bucket of gsi1 it stands in; null where it stands in none. */
  bucket: string | null;
  /** Which count it adds to; null where the list keeps no counts. */
  cell: string | null;
  /** What views filter by. */
  [attribute: string]: unknown;
}

/** Orders in which a list can be read without sorting it. */
export type Order = 'created' | 'updated' | 'name';

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
  ...(entry.bucket === null ? {} : { gsi1pk: listBucket(list, entry.bucket), gsi1sk: entry.id }),
  gsi2pk: listEntryKey(list, entry.id).pk,
  gsi2sk: `${entry.updated_at}#${entry.id}`,
  gsi3pk: listEntryKey(list, entry.id).pk,
  gsi3sk: `${sortableName(entry.name)}#${entry.id}`,
});

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

export interface PageRequest {
  list: string;
  /** Only this bucket's entries (then in the order of creation). */
  bucket?: string;
  order: Order;
  ascending: boolean;
  /** 0-based. */
  page: number;
  rows: number;
  /** Bounds on ids, inclusive, for lists in the order of creation. */
  from?: string;
  to?: string;
  filter?: { expression: string; names?: Record<string, string>; values?: Record<string, unknown> };
}

/** What stands on the asked page, how many matches were come across in reading it, and whether there are more of them. */
export interface PageOfEntries<T> {
  entries: T[];
  seen: number;
  more: boolean;
}

/**
 * One page of a list. It costs what stands before and on the page, whatever the list's length; a filter that few
 * entries pass makes it read on until the page is full.
 */
export const readPage = async <T extends Key>(request: PageRequest): Promise<PageOfEntries<T>> => {
  const wanted = (request.page + 1) * request.rows;
  const found: T[] = [];
  let next: Record<string, unknown> | undefined;
  do {
    const answer: { items: T[]; next?: Record<string, unknown> } = await queryOnce<T>({
      ...asQuery(request),
      // Without a filter, one call reads exactly the page and whether another follows.
      ...(request.filter ? {} : { Limit: wanted + 1 - found.length }),
      ExclusiveStartKey: next,
    });
    found.push(...answer.items);
    next = answer.next;
  } while (next && found.length <= wanted);
  return {
    entries: found.slice(request.page * request.rows, wanted),
    seen: found.length,
    more: next !== undefined,
  };
};

const asQuery = (request: PageRequest): QueryRequest => {
  const { index, pk, pkValue, sk } = indexOf(request);
  const bounds = boundsOf(request);
  return {
    IndexName: index,
    KeyConditionExpression: ['#pk = :pk', ...(bounds.expression ? [bounds.expression] : [])].join(' AND '),
    FilterExpression: request.filter?.expression,
    ExpressionAttributeNames: { '#pk': pk, ...(bounds.expression ? { '#sk': sk } : {}), ...request.filter?.names },
    ExpressionAttributeValues: { ':pk': pkValue, ...bounds.values, ...request.filter?.values },
    ScanIndexForward: request.ascending,
  };
};

const indexOf = ({ list, bucket, order }: PageRequest) => {
  const { pk: pkValue } = listEntryKey(list, '');
  if (bucket !== undefined) return { index: 'gsi1', pk: 'gsi1pk', sk: 'gsi1sk', pkValue: listBucket(list, bucket) };
  if (order === 'updated') return { index: 'gsi2', pk: 'gsi2pk', sk: 'gsi2sk', pkValue };
  if (order === 'name') return { index: 'gsi3', pk: 'gsi3pk', sk: 'gsi3sk', pkValue };
  return { index: undefined, pk: 'pk', sk: 'sk', pkValue };
};

const boundsOf = ({ from, to, order }: PageRequest): { expression?: string; values: Record<string, string> } => {
  if (order !== 'created' || (from === undefined && to === undefined)) return { values: {} };
  return {
    expression: '#sk BETWEEN :from AND :to',
    values: { ':from': from ?? '0', ':to': to ?? 'g' },
  };
};

/** Names are sorted without regard to case; long ones by their beginning. */
export const sortableName = (name: string): string => name.toLowerCase().slice(0, 200);
