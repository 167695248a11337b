import { getItems, type QueryRequest, queryOnce } from '../engine/client.ts';
import type { Key } from '../engine/key.ts';
import {
  facetTerm,
  listEntryKey,
  listOf,
  listOfPosting,
  listSet,
  postingKey,
  rankTerm,
  wordTerm,
} from '../engine/keys.ts';
import {
  bucketEnd,
  bucketPosition,
  bucketStart,
  type Entry,
  LIST_INDEXES,
  type ListOrder,
  position,
  type TableIndex,
} from './list.ts';
import { type Posting, rankOf } from './postings.ts';
import { findsAll, prefixFor } from './words.ts';

/** Structure of a list. */
export interface ListKind {
  /** All its buckets. */
  buckets: readonly string[];
  /** Orders in which it can be read as a whole. */
  whole: readonly ListOrder[];
}

/** A part of a list that a view shows. */
export interface Source {
  list: string;
  kind: ListKind;
  buckets: readonly string[];
  /** Limits the buckets to these sets. If buckets are read one after the other, each set must be in one bucket. */
  sets?: readonly string[] | undefined;
}

export interface PageRequest {
  /** The parts to merge. An entry that is in several is returned once. */
  sources: readonly Source[];
  /** An order of the lists, that order bucket after bucket, or the attribute by which entries are ranked. */
  order: ListOrder | { bucketsBy: ListOrder } | { rank: string };
  ascending: boolean;
  /** 0-based. */
  page: number;
  rows: number;
  /** Bounds of ids, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Words, in searched form, each of which begins a word of the entry. */
  words?: readonly string[];
  /** Facets of the entry. */
  facets?: readonly string[];
}

/** Entries of the requested page, and the number of known matches: all, or at least one more than the page shows. */
interface PageOfEntries<T> {
  entries: T[];
  known: number;
}

/** One query plan. All plans return the same page; they differ in cost. */
interface QueryPlan {
  found: Stored[];
  /** True if `found` begins with the requested entries. */
  isComplete: (wanted: number) => boolean;
  /** Reads about so many more index entries or list entries. */
  look: (limit: number) => Promise<void>;
  /** Number of entries still to read; undefined until all are known. */
  left: () => number | undefined;
  /** Adds the entries that were looked at to `found`. */
  take: () => Promise<void>;
}

type Stored = Entry & Key;

const MOST_AT_ONCE = 1000;
/** A smaller number, because the entry of each posting is read separately. */
const POSTINGS_AT_ONCE = 100;
/** Results that are sorted at the end are useless before, so larger parts are read from the start. */
const UNSORTED_AT_LEAST = 100;
/** Number of words of a search that are looked up in parallel: the longest ones, which few entries have. */
const WORDS_LOOKED_UP = 3;

/**
 * Reads one page. Without words, facets or bounds it costs the entries up to the end of the page, whatever the list's
 * length. Otherwise there are several plans: by each term's postings, by the bounds, or along the order. Usually cheap
 * plans are tried first, then the others, then all in growing steps, so that the cheapest one decides the cost. For one
 * word or facet, ordered by creation or by name, that is again the entries up to the end of the page.
 */
export const readPage = async <T>(request: PageRequest): Promise<PageOfEntries<T & Stored>> => {
  const { page, rows } = request;
  const wanted = (page + 1) * rows;
  // The table refuses a range that ends before it begins; here it has no entries.
  if (request.from !== undefined && request.to !== undefined && request.from > request.to) return NOTHING;
  const terms = termsOf(request);
  const byTerm = terms.map((term) => postingPlan(request, term));
  const byBounds = isBounded(request) && !isByCreation(request) ? [withinBounds(request)] : [];
  const along = inOrder(request);
  const others = byTerm.length > 0 ? [along, ...byBounds] : [along];
  const turns = [byTerm.length > 0 ? byTerm : byBounds, others, [...byTerm, ...byBounds, along]];
  const left = turns.filter((plans) => plans.length > 0);
  let limit = Math.min(wanted + 1, MOST_AT_ONCE);
  for (let round = 0; ; round++) {
    const plans = left[Math.min(round, left.length - 1)] ?? [];
    await Promise.all(plans.map((one) => one.look(limit)));
    await Promise.all(worthTaking(plans).map((one) => one.take()));
    const first = plans.find((one) => one.isComplete(wanted));
    if (first) {
      const { found } = first;
      return { entries: found.slice(page * rows, wanted) as (T & Stored)[], known: found.length };
    }
    limit = Math.min(Math.max(limit * 2, 50), MOST_AT_ONCE);
  }
};

/** Returns the smallest plan that was read to its end, if any: it has all that the others could find. */
const worthTaking = (plans: readonly QueryPlan[]): readonly QueryPlan[] => {
  const whole = plans.filter((one) => one.left() !== undefined);
  const [shortest] = whole.sort((one, other) => (one.left() ?? 0) - (other.left() ?? 0));
  return shortest ? [shortest] : plans;
};

const NOTHING = { entries: [], known: 0 };

const isBounded = ({ from, to }: PageRequest): boolean => from !== undefined || to !== undefined;

/** True if the bounds also bound the order. */
const isByCreation = ({ order }: PageRequest): boolean =>
  order === 'created' || (typeof order === 'object' && 'bucketsBy' in order && order.bucketsBy === 'created');

const termsOf = ({ words = [], facets = [] }: PageRequest): string[] => [
  ...[...words]
    .sort((one, other) => other.length - one.length)
    .slice(0, WORDS_LOOKED_UP)
    .map((word) => wordTerm(prefixFor(word))),
  ...facets.map(facetTerm),
];

/** Reads along the requested order and skips entries that don't match. */
const inOrder = (request: PageRequest): QueryPlan => {
  const { order, sources } = request;
  if (typeof order === 'string' || 'bucketsBy' in order) {
    const cursors = sources.flatMap((source) => entryCursors(request, source, order));
    return queryPlan(request, cursors, { reads: 'entries', sorted: true });
  }
  const cursors = sources.flatMap(({ list, buckets }) =>
    buckets.map((bucket) => postingCursor(request, list, rankTerm(order.rank, bucket), false)),
  );
  return queryPlan(request, cursors, { reads: 'postings', sorted: true });
};

/** Reads all entries within the bounds and sorts them at the end. */
const withinBounds = (request: PageRequest): QueryPlan => {
  const cursors = request.sources.flatMap((source) => entryCursors(request, source, 'created'));
  const reads = request.sources.some(({ sets }) => sets) ? 'parts of entries' : 'entries';
  return queryPlan(request, cursors, { reads, sorted: false });
};

/** Reads the postings of one term: in the requested order if they have it, else all of them, sorted at the end. */
const postingPlan = (request: PageRequest, term: string): QueryPlan => {
  const lists = [...new Set(request.sources.map(({ list }) => list))];
  const sorted = postingsInOrder(request);
  const byName = sorted && request.order === 'name';
  const cursors = lists.map((list) =>
    byName
      ? cursor(request, { ...LIST_INDEXES.buckets.name, value: postingKey(list, term, '').pk })
      : postingCursor(request, list, term, true),
  );
  return queryPlan(request, cursors, { reads: 'postings', sorted });
};

/** True if a term's postings are in the requested order. */
const postingsInOrder = ({ order }: PageRequest): boolean => order === 'created' || order === 'name';

interface PlanKind {
  /** Kind of the cursors' items; for postings and parts of entries the entries must still be read. */
  reads: 'entries' | 'parts of entries' | 'postings';
  /** The cursors are in the requested order. */
  sorted: boolean;
}

const queryPlan = (request: PageRequest, cursors: readonly Cursor[], { reads, sorted }: PlanKind): QueryPlan => {
  const ids = new Set<string>();
  let seen: Record<string, unknown>[] = [];
  let taken = false;
  const isExhausted = () => cursors.every((one) => one.ended && one.read.length === 0);
  const self: QueryPlan = {
    found: [],
    isComplete: (wanted) => taken || (sorted && self.found.length > wanted),
    look: async (limit) => {
      const least = sorted ? 0 : UNSORTED_AT_LEAST;
      const most = reads === 'postings' ? POSTINGS_AT_ONCE : MOST_AT_ONCE;
      const next = await nextOf(cursors, Math.min(Math.max(limit, least), most), request.ascending);
      seen.push(...(reads === 'postings' ? meant(request, next) : next));
    },
    left: () => (isExhausted() ? seen.length : undefined),
    take: async () => {
      if (!sorted && !isExhausted()) return;
      const entries = await entriesOf(request, seen, reads);
      seen = [];
      for (const entry of entries) {
        if (ids.has(entry.id) || !shows(request, entry)) continue;
        ids.add(entry.id);
        self.found.push(entry);
      }
      taken = isExhausted();
      if (taken && !sorted) self.found.sort(comparing(request));
    },
  };
  return self;
};

/** The current entries of the items that were read. */
const entriesOf = async (
  request: PageRequest,
  seen: readonly Record<string, unknown>[],
  reads: PlanKind['reads'],
): Promise<Stored[]> => {
  const entries = seen as unknown as Stored[];
  if (reads === 'entries') return entries;
  const keys =
    reads === 'postings'
      ? (seen as unknown as Posting[]).map((posting) => listEntryKey(listOfPosting(posting), posting.id))
      : entries.filter((entry) => shows(request, entry));
  return (await getItems<Stored>(keys)).filter((entry) => entry !== undefined);
};

/** Removes postings whose text shows that they don't match. */
const meant = (request: PageRequest, postings: readonly Record<string, unknown>[]) => {
  const { words = [], facets = [] } = request;
  return (postings as unknown as (Posting & Record<string, unknown>)[]).filter(
    (posting) =>
      findsAll(posting.search, words) &&
      facets.every((facet) => posting.facets.includes(facet)) &&
      within(request, posting),
  );
};

const within = ({ from, to }: PageRequest, { id }: { id: string }): boolean =>
  (from === undefined || id >= from) && (to === undefined || id <= to);

const shows = (request: PageRequest, entry: Stored): boolean => {
  const { words = [], facets = [] } = request;
  return (
    request.sources.some(({ list, buckets, sets }) => {
      const inBucket = list === listOf(entry) && buckets.includes(entry.bucket ?? '');
      return inBucket && (!sets || sets.includes(entry.set ?? ''));
    }) &&
    within(request, entry) &&
    findsAll(entry.search ?? '', words) &&
    facets.every((facet) => entry.facets?.includes(facet))
  );
};

const comparing = (request: PageRequest) => {
  const direction = request.ascending ? 1 : -1;
  return (one: Stored, other: Stored): number =>
    direction * byBytes(positionOf(request, one), positionOf(request, other));
};

const positionOf = ({ order }: PageRequest, entry: Stored): string => {
  if (typeof order === 'string') return position(order, entry);
  return 'rank' in order ? rankOf(entry, order.rank) : bucketPosition(order.bucketsBy, entry);
};

/** Compares strings as the table does. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** One query that is read in parts, ahead of its consumer. */
interface Cursor {
  query: QueryRequest;
  /** Position of an item in the requested order. */
  place: (item: Record<string, unknown>) => string;
  read: Record<string, unknown>[];
  next: Record<string, unknown> | undefined;
  ended: boolean;
}

interface CursorPlace extends TableIndex {
  /** The partition key. */
  value: string;
  /** Inclusive range of sort keys. */
  between?: readonly [from: string, to: string] | undefined;
  /** Computes the position from the sort key and the item; by default the sort key itself. */
  place?: (sk: string, item: Record<string, unknown>) => string;
}

const cursor = ({ ascending }: PageRequest, { index, pk, sk, value, between, place }: CursorPlace): Cursor => {
  return {
    query: {
      IndexName: index,
      KeyConditionExpression: `#pk = :pk${between ? ' AND #sk BETWEEN :from AND :to' : ''}`,
      ExpressionAttributeNames: { '#pk': pk, ...(between ? { '#sk': sk } : {}) },
      ExpressionAttributeValues: { ':pk': value, ...(between ? { ':from': between[0], ':to': between[1] } : {}) },
      ScanIndexForward: ascending,
    },
    place: (item) => place?.(String(item[sk]), item) ?? String(item[sk]),
    read: [],
    next: undefined,
    ended: false,
  };
};

/** The fewest cursors that read exactly the source's entries in the order. */
const entryCursors = (
  request: PageRequest,
  { list, kind, buckets, sets }: Source,
  asked: ListOrder | { bucketsBy: ListOrder },
): Cursor[] => {
  const [order, grouped] = typeof asked === 'string' ? [asked, false] : [asked.bucketsBy, true];
  const between = order === 'created' ? idBounds(request) : undefined;
  if (sets) {
    const place = (sk: string, { bucket }: Record<string, unknown>) => `${bucketStart(order, String(bucket))}${sk}`;
    return sets.map((set) =>
      cursor(request, {
        ...LIST_INDEXES.sets[order],
        value: listSet(list, set),
        between,
        ...(grouped ? { place } : {}),
      }),
    );
  }
  const value = listEntryKey(list, '').pk;
  const whole = buckets.length === kind.buckets.length;
  if (whole && !grouped && kind.whole.includes(order)) {
    return [cursor(request, { ...LIST_INDEXES.whole[order], value, between })];
  }
  const index = LIST_INDEXES.buckets[order];
  if (grouped && !between) {
    return runsOf(kind, buckets, order).map((run) => cursor(request, { ...index, value, between: run }));
  }
  return buckets.map((bucket) => {
    const start = bucketStart(order, bucket);
    return cursor(request, {
      ...index,
      value,
      between: between ? [`${start}${between[0]}`, `${start}${between[1]}`] : [start, bucketEnd(order, bucket)],
      ...(grouped ? {} : { place: (sk) => sk.slice(start.length) }),
    });
  });
};

/** Ranges of the buckets; adjacent buckets are joined. */
const runsOf = (kind: ListKind, buckets: readonly string[], order: ListOrder): (readonly [string, string])[] => {
  const inOrder = kind.buckets.toSorted((one, other) => byBytes(bucketStart(order, one), bucketStart(order, other)));
  const shown = inOrder.map((bucket) => buckets.includes(bucket));
  const firsts = inOrder.filter((_, at) => shown[at] && !shown[at - 1]);
  const lasts = inOrder.filter((_, at) => shown[at] && !shown[at + 1]);
  return firsts.map((first, at) => [bucketStart(order, first), bucketEnd(order, lasts[at] ?? first)]);
};

const idBounds = (request: PageRequest): readonly [string, string] | undefined =>
  isBounded(request) ? [request.from ?? '0', request.to ?? 'g'] : undefined;

const postingCursor = (request: PageRequest, list: string, term: string, bounded: boolean): Cursor =>
  cursor(request, {
    ...LIST_INDEXES.whole.created,
    value: postingKey(list, term, '').pk,
    between: bounded ? idBounds(request) : undefined,
  });

/** Refills empty cursors and returns, in order, all items that no cursor can still precede. */
const nextOf = async (
  cursors: readonly Cursor[],
  limit: number,
  ascending: boolean,
): Promise<Record<string, unknown>[]> => {
  await Promise.all(cursors.map((one) => (one.read.length === 0 && !one.ended ? readOn(one, limit) : undefined)));
  const given: Record<string, unknown>[] = [];
  const direction = ascending ? 1 : -1;
  while (cursors.every((one) => one.ended || one.read.length > 0)) {
    const [first] = cursors
      .filter((one) => one.read.length > 0)
      .sort((one, other) => direction * byBytes(headOf(one), headOf(other)));
    if (!first) break;
    given.push(first.read.shift() as Record<string, unknown>);
  }
  return given;
};

const headOf = ({ read: [first], place }: Cursor): string => (first ? place(first) : '');

const readOn = async (one: Cursor, limit: number): Promise<void> => {
  const { items, next } = await queryOnce<Record<string, unknown>>({
    ...one.query,
    Limit: limit,
    ExclusiveStartKey: one.next,
  });
  one.read.push(...items);
  one.next = next;
  one.ended = next === undefined;
};
