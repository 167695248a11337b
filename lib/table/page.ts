import { getItems, type Key, type QueryRequest, queryOnce } from './client.ts';
import { facetTerm, listBucket, listEntryKey, listOf, listOfPosting, postingKey, rankTerm, wordTerm } from './keys.ts';
import { changePosition, type Entry, namePosition } from './list.ts';
import { type Posting, rankOf } from './postings.ts';
import { findsAll, prefixFor } from './words.ts';

/** A part of a list that a view shows. */
export interface Source {
  list: string;
  buckets: readonly string[];
  /** The buckets are all that the list has: in the order of creation it is then read as one. */
  whole?: boolean;
}

export interface PageRequest {
  /** What is shown: one group after the other, the sources of a group merged. An entry of several is shown once. */
  groups: readonly (readonly Source[])[];
  /** An order that the lists stand in, or the attribute that their entries are ranked by. */
  order: 'created' | 'updated' | 'name' | { rank: string };
  ascending: boolean;
  /** 0-based. */
  page: number;
  rows: number;
  /** Bounds on ids, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Words that each begin a word of the entry, in their searched form. */
  words?: readonly string[];
  /** Facets that the entry has. */
  facets?: readonly string[];
}

/** What stands on the asked page, and how many matches are known: all, or at least one more than the page shows. */
interface PageOfEntries<T> {
  entries: T[];
  known: number;
}

/** A way to read what is asked for. Each leads to the same page; they differ in what they come across on the way. */
interface Road {
  found: Stored[];
  /** Whether `found` is all there is. */
  ended: boolean;
  /** Whether `found` begins with what is asked for. */
  arrived: (wanted: number) => boolean;
  /** Goes on by about so many entries. */
  step: (limit: number) => Promise<void>;
}

type Stored = Entry & Key;

const MOST_AT_ONCE = 1000;
/** Fewer, because the entry of each is read by itself. */
const POSTINGS_AT_ONCE = 100;
/** So many words of a search are looked up side by side, the longest, which few entries have. */
const WORDS_LOOKED_UP = 3;

/**
 * One page of what the request asks for. Without words, facets or bounds it costs what stands before and on the page,
 * whatever the lists' length. With them there are several roads, by each term's postings, by the bounds, or along the
 * order: they are taken side by side, and whichever is the shortest decides what it costs. For one word or facet in the
 * order of creation or of names that is, again, what stands before and on the page.
 */
export const readPage = async <T>(request: PageRequest): Promise<PageOfEntries<T & Stored>> => {
  const { page, rows } = request;
  const wanted = (page + 1) * rows;
  // A range that ends before it begins is one that the table refuses: here it is one that holds nothing.
  if (request.from !== undefined && request.to !== undefined && request.from > request.to) return NOTHING;
  const terms = termsOf(request);
  const byTerm = terms.map((term) => postingRoad(request, term));
  const others = [
    inOrder(request),
    ...(isBounded(request) && request.order !== 'created' ? [withinBounds(request)] : []),
  ];
  const straight = byTerm.length > 0 && postingsInOrder(request);
  let limit = Math.min(wanted + 1, MOST_AT_ONCE);
  for (let round = 0; ; round++) {
    const taken = straight && round === 0 ? byTerm : [...byTerm, ...others];
    await Promise.all(taken.map((road) => road.step(limit)));
    const first = taken.find((road) => road.arrived(wanted));
    if (first) {
      const { found } = first;
      return { entries: found.slice(page * rows, wanted) as (T & Stored)[], known: found.length };
    }
    limit = Math.min(Math.max(limit * 2, 50), MOST_AT_ONCE);
  }
};

const NOTHING = { entries: [], known: 0 };

const isBounded = ({ from, to }: PageRequest): boolean => from !== undefined || to !== undefined;

const termsOf = ({ words = [], facets = [] }: PageRequest): string[] => [
  ...[...words]
    .sort((one, other) => other.length - one.length)
    .slice(0, WORDS_LOOKED_UP)
    .map((word) => wordTerm(prefixFor(word))),
  ...facets.map(facetTerm),
];

/** Along the order that is asked for; what doesn't match is passed by. */
const inOrder = (request: PageRequest): Road => {
  const { order } = request;
  if (typeof order === 'string') {
    const cursors = request.groups.map((sources) => sources.flatMap((source) => entryCursors(request, source, order)));
    return road(request, cursors, { postings: false, sorted: true });
  }
  const cursors = request.groups.map((sources) =>
    sources.flatMap(({ list, buckets }) =>
      buckets.map((bucket) => postingCursor(request, list, rankTerm(order.rank, bucket), false)),
    ),
  );
  return road(request, cursors, { postings: true, sorted: true });
};

/** All that the bounds leave, sorted in the end. */
const withinBounds = (request: PageRequest): Road => {
  const sources = request.groups.flat();
  const cursors = sources.flatMap((source) => entryCursors(request, source, 'created'));
  return road(request, [cursors], { postings: false, sorted: false });
};

/** By the postings of one term: in the order that is asked for where they have it, else all of them, sorted in the end. */
const postingRoad = (request: PageRequest, term: string): Road => {
  const lists = [...new Set(request.groups.flat().map(({ list }) => list))];
  const sorted = postingsInOrder(request);
  const byName = sorted && request.order === 'name';
  const cursors = lists.map((list) =>
    byName
      ? cursor(request, { index: 'gsi3', pk: 'gsi3pk', sk: 'gsi3sk', value: postingKey(list, term, '').pk }, false)
      : postingCursor(request, list, term, true),
  );
  return road(request, [cursors], { postings: true, sorted });
};

/** Whether a term's postings stand in the order that is asked for. */
const postingsInOrder = ({ order, groups }: PageRequest): boolean =>
  (order === 'created' || order === 'name') && groups.length === 1;

interface RoadKind {
  /** The cursors read postings, whose entries are still to be read. */
  postings: boolean;
  /** The cursors are in the order that is asked for. */
  sorted: boolean;
}

const road = (request: PageRequest, groups: readonly Cursor[][], { postings, sorted }: RoadKind): Road => {
  const compare = comparing(request);
  const ids = new Set<string>();
  let at = 0;
  const self: Road = {
    found: [],
    ended: false,
    arrived: (wanted) => self.ended || (sorted && self.found.length > wanted),
    step: async (limit) => {
      const cursors = groups[at] ?? [];
      const met = await nextOf(cursors, postings ? Math.min(limit, POSTINGS_AT_ONCE) : limit, request.ascending);
      const entries = postings ? await entriesOf(request, met as unknown as Posting[]) : (met as unknown as Stored[]);
      for (const entry of entries) {
        if (ids.has(entry.id) || !shows(request, entry)) continue;
        ids.add(entry.id);
        self.found.push(entry);
      }
      if (cursors.every((cursor) => cursor.ended && cursor.read.length === 0)) at += 1;
      self.ended = at >= groups.length;
      if (self.ended && !sorted) self.found.sort(compare);
    },
  };
  return self;
};

/** What postings point to, as it is now; what they plainly don't mean isn't looked at. */
const entriesOf = async (request: PageRequest, postings: readonly Posting[]): Promise<Stored[]> => {
  const { words = [], facets = [] } = request;
  const meant = postings.filter(
    (posting) =>
      findsAll(posting.search, words) &&
      facets.every((facet) => posting.facets.includes(facet)) &&
      within(request, posting),
  );
  const keys = meant.map((posting) => listEntryKey(listOfPosting(posting), posting.id));
  return (await getItems<Stored>(keys)).filter((entry) => entry !== undefined);
};

const within = ({ from, to }: PageRequest, { id }: { id: string }): boolean =>
  (from === undefined || id >= from) && (to === undefined || id <= to);

const shows = (request: PageRequest, entry: Stored): boolean => {
  const { words = [], facets = [] } = request;
  return (
    groupOf(request, entry) >= 0 &&
    within(request, entry) &&
    findsAll(entry.search ?? '', words) &&
    facets.every((facet) => entry.facets?.includes(facet))
  );
};

const groupOf = ({ groups }: PageRequest, entry: Stored): number =>
  groups.findIndex((sources) =>
    sources.some(({ list, buckets }) => list === listOf(entry) && buckets.includes(entry.bucket ?? '')),
  );

const comparing = (request: PageRequest) => {
  const direction = request.ascending ? 1 : -1;
  return (one: Stored, other: Stored): number =>
    groupOf(request, one) - groupOf(request, other) ||
    direction * byBytes(positionOf(request, one), positionOf(request, other));
};

const positionOf = ({ order }: PageRequest, entry: Stored): string => {
  if (order === 'created') return entry.id;
  if (order === 'updated') return changePosition(entry);
  if (order === 'name') return namePosition(entry);
  return rankOf(entry, order.rank);
};

/** The table's own order of strings. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** One query that is read a part at a time, ahead of what is taken from it. */
interface Cursor {
  query: QueryRequest;
  /** The attribute that its items are sorted by. */
  sk: string;
  read: Record<string, unknown>[];
  next: Record<string, unknown> | undefined;
  ended: boolean;
}

const cursor = (
  request: PageRequest,
  at: { index?: string; pk: string; sk: string; value: string },
  bounded: boolean,
) => {
  const bounds = bounded && isBounded(request);
  return {
    query: {
      IndexName: at.index,
      KeyConditionExpression: `#pk = :pk${bounds ? ' AND #sk BETWEEN :from AND :to' : ''}`,
      ExpressionAttributeNames: { '#pk': at.pk, ...(bounds ? { '#sk': at.sk } : {}) },
      ExpressionAttributeValues: {
        ':pk': at.value,
        ...(bounds ? { ':from': request.from ?? '0', ':to': request.to ?? 'g' } : {}),
      },
      ScanIndexForward: request.ascending,
    },
    sk: at.sk,
    read: [],
    next: undefined,
    ended: false,
  };
};

const INDEXES = { created: 'gsi1', updated: 'gsi2', name: 'gsi3' } as const;

const entryCursors = (
  request: PageRequest,
  { list, buckets, whole }: Source,
  order: keyof typeof INDEXES,
): Cursor[] => {
  const bounded = order === 'created';
  if (whole && order === 'created') {
    return [cursor(request, { pk: 'pk', sk: 'sk', value: listEntryKey(list, '').pk }, bounded)];
  }
  const index = INDEXES[order];
  return buckets.map((bucket) =>
    cursor(request, { index, pk: `${index}pk`, sk: `${index}sk`, value: listBucket(list, bucket) }, bounded),
  );
};

const postingCursor = (request: PageRequest, list: string, term: string, bounded: boolean): Cursor =>
  cursor(request, { pk: 'pk', sk: 'sk', value: postingKey(list, term, '').pk }, bounded);

/** Reads on where nothing is left and gives out, in order, all that no cursor can still come before. */
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

const headOf = ({ read, sk }: Cursor): string => String(read[0]?.[sk]);

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
