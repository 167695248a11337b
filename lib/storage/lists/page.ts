import { getItems, type Part, type Position, type Read, readPart } from '../engine/client.ts';
import {
  facetTerm,
  LIST_PARTS,
  listEntryKey,
  listOf,
  listSet,
  partNumberOf,
  postingKey,
  rankTerm,
  searchIndexOf,
  wordTerm,
} from '../engine/keys.ts';
import {
  type BucketOrder,
  bucketEnd,
  bucketPosition,
  bucketStart,
  CANCELED,
  CANCELED_START,
  type Entry,
  LIST_INDEXES,
  type ListOrder,
  position,
  type StoredEntry,
  type TableIndex,
} from './list.ts';
import { type Posting, rankOf } from './postings.ts';
import { findsAll, indexed } from './words.ts';

/** The part of a list that a view shows. */
export interface Source {
  /** The list, or a part of one. */
  list: string;
  /** The search index with its entries; by default that of the list. */
  index?: string;
  /** All its buckets, and those that the view shows. */
  all: readonly string[];
  buckets: readonly string[];
  /** Limits the buckets to these sets. If buckets are read one after the other, each set must be in one bucket. */
  sets?: readonly string[] | undefined;
}

export interface PageRequest {
  /** The lists, or parts of lists, to merge. An entry that is in several is returned once. */
  sources: readonly Source[];
  /** An order of the lists, that order bucket after bucket, or the attribute by which entries are ranked. */
  order: ListOrder | { bucketsBy: BucketOrder } | { rank: string };
  ascending: boolean;
  /** 0-based. */
  page: number;
  /** `next` of a page in the same order: the entries after it. Then `page` is 0. */
  after?: string | undefined;
  rows: number;
  /** Bounds of ids, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Words, in searched form, each of which begins a word of the entry. */
  words?: readonly string[];
  /** Facets of the entry. */
  facets?: readonly string[];
  /** The entries are needed with all attributes, not only with their ids. */
  whole?: boolean;
}

/** Entries of the requested page, and the number of known matches. */
interface PageOfEntries<T> {
  entries: T[];
  /** All matches, or, if not `exact`, at least one more than the page shows. */
  known: number;
  exact: boolean;
  /** True if the page shows all matches: then its list's counts needn't be read. */
  isAll: boolean;
  /** Position of the last entry; null if none follows. */
  next: string | null;
}

/** An entry, and its position in the requested order. */
interface Match {
  entry: StoredEntry;
  position: string;
}

/** Up to so many matches are found by the narrowest filter, sorted, and counted; more are read along the order. */
const FEW = 1000;
const MOST_AT_ONCE = 1000;
/** A smaller number, because the entry of each posting is read separately. */
const POSTINGS_AT_ONCE = 100;
/**
 * The share of one part of a list if so many are wanted of all: somewhat more than the average, so that it is rarely
 * read twice. The first has all entries from before there were others.
 */
const shareOf = (list: string, wanted: number): number =>
  partNumberOf(list) === 0 ? wanted : Math.ceil((1.5 * wanted) / LIST_PARTS) + 2;
/** Number of words of a search that are looked up: the longest ones, which few entries have. */
const WORDS_LOOKED_UP = 3;

/**
 * Reads one page. There are two plans; both return the same page:
 *
 * - Without words, facets and bounds: along the order, up to the end of the page, whatever the list's length.
 * - With them: if one of them leaves few entries, those are read and sorted. Else along the order, over entries that
 *   don't match, until the page is full and `FEW` matches are known: the denser the matches, the cheaper. At most it
 *   reads the view's entries to their end.
 *
 * One plan alone would not do. Of a list of 100,000 entries, the order alone would read all, in 100 calls or more, to
 * find one number; by its posting that takes 4 calls and 5 units, as in a list of 100 (`npm run bench:scale`). Postings
 * alone could not serve a list that nothing filters, nor a word that most entries have.
 */
export const readPage = async <T>(request: PageRequest): Promise<PageOfEntries<T & StoredEntry>> => {
  const { page, rows, from, to } = request;
  const wanted = (page + 1) * rows;
  // The table refuses a range that ends before it begins; here it has no entries.
  const isEmpty = request.sources.length === 0 || (from !== undefined && to !== undefined && from > to);
  const few = isEmpty ? [] : await fewMatches(request);
  const enough = isFiltered(request) ? Math.max(wanted, FEW) : wanted;
  const matches = few ? inOrder(request, few) : await alongOrder(request, enough);
  const following = matches.filter(isAfter(request));
  const shown = following.slice(page * rows, wanted);
  const entries = await completed(
    request,
    shown.map(({ entry }) => entry),
  );
  return {
    entries: entries as (T & StoredEntry)[],
    known: matches.length,
    exact: few !== undefined || (matches.length <= enough && request.after === undefined),
    isAll: page === 0 && request.after === undefined && following.length <= wanted,
    next: following.length > wanted ? (shown.at(-1)?.position ?? null) : null,
  };
};

const inOrder = (request: PageRequest, entries: readonly StoredEntry[]): Match[] => {
  const direction = request.ascending ? 1 : -1;
  return entries
    .map((entry) => ({ entry, position: positionOf(request, entry) }))
    .sort((one, other) => direction * byBytes(one.position, other.position));
};

/** True for what comes after the page before. */
const isAfter =
  ({ after, ascending }: PageRequest) =>
  ({ position: at }: { position: string }): boolean =>
    after === undefined || (ascending ? byBytes(at, after) > 0 : byBytes(at, after) < 0);

/** The entries with all attributes if these are needed: some indexes have only what decides if an entry is shown. */
const completed = async ({ whole }: PageRequest, entries: StoredEntry[]): Promise<StoredEntry[]> => {
  if (!whole || entries.every((entry) => 'cell' in entry)) return entries;
  return (await getItems<StoredEntry>(entries)).filter((entry) => entry !== undefined);
};

const isFiltered = ({ words = [], facets = [], ...request }: PageRequest): boolean =>
  words.length > 0 || facets.length > 0 || isBounded(request);

const isBounded = ({ from, to }: Pick<PageRequest, 'from' | 'to'>): boolean => from !== undefined || to !== undefined;

/** True if the bounds also bound the order. */
const isByCreation = ({ order }: PageRequest): boolean =>
  order === 'created' || (typeof order === 'object' && 'bucketsBy' in order);

/** All matches, in no order, if a word, a facet or the bounds leave few; else undefined. */
const fewMatches = async (request: PageRequest): Promise<StoredEntry[] | undefined> => {
  const candidates = (await byTerms(request)) ?? (await byBounds(request));
  if (!candidates) return undefined;
  const entries = candidates.filter((entry) => entry !== undefined && shows(request, entry)) as StoredEntry[];
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
};

/** The entries that the index has under the rarest of the words and facets. */
const byTerms = async (request: PageRequest): Promise<(StoredEntry | undefined)[] | undefined> => {
  const { words = [], facets = [], sources } = request;
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, WORDS_LOOKED_UP);
  const terms = [
    ...longest.map((word) => ({ term: wordTerm(word), prefix: indexed(word) })),
    ...facets.map((facet) => ({ term: facetTerm(facet), prefix: undefined })),
  ];
  const indexOf = ({ list, index }: Source): string => index ?? searchIndexOf(list) ?? list;
  const indexes = [...new Set(sources.map(indexOf))];
  const found = await Promise.all(
    terms.map(async ({ term, prefix }) => {
      const read = await Promise.all(
        indexes.map((index) =>
          fewItems<Posting>({ pk: postingKey(index, term, '').pk, beginsWith: prefix }, shareOf(index, FEW)),
        ),
      );
      return read.every((some) => some !== undefined) ? read : undefined;
    }),
  );
  const few = found.filter((postings) => postings !== undefined);
  const rarest = few.toSorted((one, other) => one.flat().length - other.flat().length)[0];
  if (!rarest) return undefined;
  const keys = sources.flatMap((source) =>
    (rarest[indexes.indexOf(indexOf(source))] ?? [])
      .filter((posting) => within(request, posting))
      .map(({ id }) => listEntryKey(source.list, id)),
  );
  return getItems<StoredEntry>(keys);
};

/** The entries within the bounds, if these don't bound the order anyway. */
const byBounds = async (request: PageRequest): Promise<StoredEntry[] | undefined> => {
  const between = idBounds(request);
  if (!between || isByCreation(request)) return undefined;
  const lists = [...new Set(request.sources.map(({ list }) => list))];
  const found = await Promise.all(
    lists.map((list) =>
      fewItems<StoredEntry>({ pk: listEntryKey(list, '').pk, from: between[0], to: between[1] }, shareOf(list, FEW)),
    ),
  );
  return found.every((some) => some !== undefined) ? found.flat() : undefined;
};

/** All items of a part if they are `most` at most; else undefined. */
const fewItems = async <T>(part: Part, most: number): Promise<T[] | undefined> => {
  const found: T[] = [];
  let after: Position | undefined;
  do {
    const read: Read<T> = await readPart<T>({ ...part, eventual: true, limit: most + 1 - found.length, after });
    found.push(...read.items);
    after = read.next;
  } while (after && found.length <= most);
  return found.length <= most ? found : undefined;
};

/** Matches in the requested order: all of them, or more than `enough`. */
const alongOrder = async (request: PageRequest, enough: number): Promise<Match[]> => {
  const isRanked = typeof request.order === 'object' && 'rank' in request.order;
  const cursors = (await Promise.all(request.sources.map((source) => cursorsOf(request, source)))).flat();
  // A range begins with the last entry of the page before.
  const more = request.after === undefined ? 1 : 2;
  const atOnce = isFiltered(request) ? MOST_AT_ONCE : Math.min(enough + more, MOST_AT_ONCE);
  const found = new Map<string, Match>();
  while (found.size <= enough) {
    const next = await nextOf(cursors, isRanked ? Math.min(atOnce, POSTINGS_AT_ONCE) : atOnce, request.ascending);
    if (next.length === 0) break;
    const entries = isRanked
      ? await getItems<StoredEntry>(next.map(({ list, item }) => listEntryKey(list, String(item.id))))
      : next.map(({ item }) => item as unknown as StoredEntry);
    for (const [at, entry] of entries.entries()) {
      const position = next[at]?.position ?? '';
      if (entry && shows(request, entry) && !found.has(entry.id)) found.set(entry.id, { entry, position });
    }
  }
  return [...found.values()];
};

const within = ({ from, to }: PageRequest, { id }: { id: string }): boolean =>
  (from === undefined || id >= from) && (to === undefined || id <= to);

const shows = (request: PageRequest, entry: StoredEntry): boolean => {
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

const positionOf = ({ order }: PageRequest, entry: Entry): string => {
  if (typeof order === 'string') return position(order, entry);
  return 'rank' in order ? rankOf(entry, order.rank) : bucketPosition(order.bucketsBy, entry);
};

/** Compares strings as the table does. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** An item of an index, and the list of its entry. */
interface Found {
  list: string;
  item: Record<string, unknown>;
  position: string;
}

/** One part that is read call by call, ahead of its consumer. */
interface Cursor {
  list: string;
  part: Part;
  /** Position of an item in the requested order. */
  place: (item: Record<string, unknown>) => string;
  read: Record<string, unknown>[];
  next: Position | undefined;
  ended: boolean;
  /** False for items that must be left out. */
  shown: (item: Record<string, unknown>) => boolean;
}

interface CursorPlace extends TableIndex {
  /** The list of its entries. */
  list: string;
  /** The partition key. */
  value: string;
  /** Inclusive range of sort keys. */
  between?: readonly [from: string, to: string] | undefined;
  /** Computes the position from the sort key and the item; by default the sort key itself. */
  place?: (sk: string, item: Record<string, unknown>) => string;
  /** The opposite: the sort key at a position; undefined if it doesn't follow from the position alone. */
  keyAt?: (position: string) => string | undefined;
}

const cursor = (request: PageRequest, where: CursorPlace): Cursor => {
  const { list, index, pk, sk, value, place } = where;
  const positionIn = (item: Record<string, unknown>) => place?.(String(item[sk]), item) ?? String(item[sk]);
  const isFollowing = isAfter(request);
  const [from, to] = boundsOf(request, where);
  return {
    list,
    part: { pk: value, index, names: { pk, sk }, from, to, backwards: !request.ascending, eventual: true },
    place: positionIn,
    read: [],
    next: undefined,
    // The table refuses a range that ends before it begins.
    ended: from !== undefined && to !== undefined && byBytes(from, to) > 0,
    shown: (item) => isFollowing({ position: positionIn(item) }),
  };
};

/** The range of sort keys, from where the page before ended, if that can be said. */
const boundsOf = (
  { after, ascending }: PageRequest,
  { between, place, keyAt }: CursorPlace,
): [from: string | undefined, to: string | undefined] => {
  const [from, to] = between ?? [undefined, undefined];
  if (after === undefined) return [from, to];
  const key = keyAt ? keyAt(after) : place ? undefined : after;
  if (key === undefined) return [from, to];
  if (ascending) return [from === undefined || byBytes(key, from) > 0 ? key : from, to];
  return [from, to === undefined || byBytes(key, to) < 0 ? key : to];
};

/** Cursors along the order; what the source doesn't show is left out later. */
const cursorsOf = async (request: PageRequest, source: Source): Promise<Cursor[]> => {
  const { order } = request;
  const { list, buckets } = source;
  if (order === 'created') return byCreation(request, source);
  if (typeof order === 'string') return [await sorted(request, source, order)];
  if ('rank' in order) {
    return buckets.map((bucket) => {
      const value = postingKey(list, rankTerm(order.rank, bucket), '').pk;
      return cursor(request, { list, ...LIST_INDEXES.created, value });
    });
  }
  const canceled = { ...source, buckets: order.bucketsBy === 'canceled' ? buckets.filter(isCanceled) : [] };
  const others = bucketAfterBucket(request, {
    ...source,
    buckets: buckets.filter((one) => !canceled.buckets.includes(one)),
  });
  return canceled.buckets.length > 0 ? [...others, await sorted(request, canceled, 'updated', CANCELED_START)] : others;
};

const isCanceled = (bucket: string): boolean => bucket === CANCELED;

/** The whole list, or each set or bucket that is shown, by creation. */
const byCreation = (request: PageRequest, source: Source): Cursor[] => {
  const { list, all, buckets, sets } = source;
  const between = idBounds(request);
  if (sets) return ofSets(request, source, false);
  if (buckets.length === all.length) {
    return [cursor(request, { list, ...LIST_INDEXES.created, value: listEntryKey(list, '').pk, between })];
  }
  return buckets.map((bucket) => ofBucket(request, list, bucket, false));
};

/** The shown buckets one after the other, each by creation. */
const bucketAfterBucket = (request: PageRequest, source: Source): Cursor[] => {
  const { list, buckets, sets } = source;
  if (sets) return ofSets(request, source, true);
  if (isBounded(request)) return buckets.map((bucket) => ofBucket(request, list, bucket, true));
  const value = listEntryKey(list, '').pk;
  return runsOf(source).map((between) => cursor(request, { list, ...bucketsOf(request), value, between }));
};

const ofSets = (request: PageRequest, { list, sets = [] }: Source, grouped: boolean): Cursor[] => {
  const place = (sk: string, { bucket }: Record<string, unknown>) => `${bucketStart(String(bucket))}${sk}`;
  const between = idBounds(request);
  return sets.map((set) =>
    cursor(request, {
      list,
      ...LIST_INDEXES.sets,
      value: listSet(list, set),
      between,
      ...(grouped ? { place } : {}),
    }),
  );
};

const bucketsOf = ({ whole }: PageRequest) => (whole ? LIST_INDEXES.wholeBuckets : LIST_INDEXES.buckets);

const ofBucket = (request: PageRequest, list: string, bucket: string, grouped: boolean): Cursor => {
  const start = bucketStart(bucket);
  const [from, to] = idBounds(request) ?? ['', undefined];
  return cursor(request, {
    list,
    ...bucketsOf(request),
    value: listEntryKey(list, '').pk,
    between: [`${start}${from}`, to === undefined ? bucketEnd(bucket) : `${start}${to}`],
    ...(grouped ? {} : { place: (sk) => sk.slice(start.length), keyAt: (position) => `${start}${position}` }),
  });
};

/**
 * A cursor by last change or by name. If the shown buckets or sets have few entries, these are read and sorted; else
 * the whole list is read in its order.
 */
const sorted = async (request: PageRequest, source: Source, order: 'updated' | 'name', start = ''): Promise<Cursor> => {
  const { list, all, buckets, sets } = source;
  const value = listEntryKey(list, '').pk;
  const place = (sk: string) => `${start}${sk}`;
  const keyAt = (at: string) => (at.startsWith(start) ? at.slice(start.length) : undefined);
  const whole = cursor(request, { list, ...LIST_INDEXES[order], value, place, keyAt });
  if (buckets.length === all.length && !sets) return whole;
  const everything = { ...request, from: undefined, to: undefined, after: undefined };
  const parts = sets
    ? ofSets(everything, source, false)
    : runsOf(source).map((between) => cursor(everything, { list, ...bucketsOf(request), value, between }));
  const read = await Promise.all(parts.map(({ part }) => fewItems<StoredEntry>(part, shareOf(list, FEW))));
  if (!read.every((some) => some !== undefined)) {
    return { ...whole, shown: (item) => whole.shown(item) && buckets.includes(String(item.bucket)) };
  }
  // The index of buckets has names, but no times, which change too often.
  const found = read.flat();
  const isWhole = !sets && (order === 'name' || request.whole);
  const entries = isWhole ? found : (await getItems<StoredEntry>(found)).filter((one) => one !== undefined);
  const positioned = entries.map((entry) => ({ ...entry, [LIST_INDEXES[order].sk]: position(order, entry) }));
  const direction = request.ascending ? 1 : -1;
  positioned.sort((one, other) => direction * byBytes(position(order, one), position(order, other)));
  return { ...whole, read: positioned.filter(whole.shown), ended: true };
};

/** Ranges of the shown buckets; adjacent buckets are joined. */
const runsOf = ({ all, buckets }: Source): (readonly [string, string])[] => {
  const inOrder = all.toSorted((one, other) => byBytes(bucketStart(one), bucketStart(other)));
  const shown = inOrder.map((bucket) => buckets.includes(bucket));
  const firsts = inOrder.filter((_, at) => shown[at] && !shown[at - 1]);
  const lasts = inOrder.filter((_, at) => shown[at] && !shown[at + 1]);
  return firsts.map((first, at) => [bucketStart(first), bucketEnd(lasts[at] ?? first)]);
};

const idBounds = (request: PageRequest): readonly [string, string] | undefined =>
  isBounded(request) ? [request.from ?? '0', request.to ?? 'g'] : undefined;

/** Refills empty cursors and returns, in order, all items that no cursor can still precede; none at the end. */
const nextOf = async (cursors: readonly Cursor[], limit: number, ascending: boolean): Promise<Found[]> => {
  await Promise.all(cursors.map((one) => readOn(one, limit)));
  const given: Found[] = [];
  const direction = ascending ? 1 : -1;
  while (cursors.every((one) => one.ended || one.read.length > 0)) {
    const [first] = cursors
      .filter((one) => one.read.length > 0)
      .sort((one, other) => direction * byBytes(headOf(one), headOf(other)));
    if (!first) break;
    const position = headOf(first);
    given.push({ list: first.list, item: first.read.shift() as Record<string, unknown>, position });
  }
  return given;
};

const headOf = ({ read: [first], place }: Cursor): string => (first ? place(first) : '');

/** Reads on until the cursor has an item, or is at its end. */
const readOn = async (one: Cursor, limit: number): Promise<void> => {
  while (one.read.length === 0 && !one.ended) {
    const { items, next } = await readPart<Record<string, unknown>>({
      ...one.part,
      limit: shareOf(one.list, limit),
      after: one.next,
    });
    one.read.push(...items.filter(one.shown));
    one.next = next;
    one.ended = next === undefined;
  }
};
