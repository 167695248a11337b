import { cursorAfter, positionAfter } from '../../../base/cursor.ts';
import { fail } from '../../../base/errors.ts';
import { idBoundary } from '../../../base/ids.ts';
import type { UserCaller } from '../../../people/access/caller.ts';
import {
  actionSet,
  type Cell,
  entriesOf,
  OPEN,
  OPEN_SET,
  organizationIndex,
  organizationList,
  partsOfList,
  personFacet,
  readCell,
  receivedList,
  sentList,
  templateFacet,
  VISIBILITIES,
} from '../../../storage/envelopes/entries.ts';
import { readCountsAndHeaders } from '../../../storage/envelopes/read.ts';
import { type CountedList, sumOfCells } from '../../../storage/lists/list.ts';
import { type PageRequest, readPage, type Source } from '../../../storage/lists/page.ts';
import { wordsOf } from '../../../storage/lists/words.ts';
import { ENVELOPE_STATUSES, type EnvelopeStatus } from '../../../storage/records/envelope.ts';
import { presentListed, viewerOf } from '../answers/present-envelope.ts';
import type { ListQuery } from '../envelope-list-schema.ts';

/**
 * Lists a page of the envelopes that the caller may see. One query for each of the one to three lists of the view, and
 * for each of their parts (a recipient's takes two for open ones), and one read of the headers, with the counts unless
 * the page shows all. A search adds one read of the envelopes found.
 */
export const listEnvelopes = async (caller: UserCaller, query: ListQuery) => {
  const scope = scopeOf(caller, query);
  const words = wordsOf(query.q ?? '');
  const sources = findsNothing(query, words) ? [] : scope.sources;
  const { entries, known, exact, isAll, next } = await readPage(requestOf(sources, query, words));
  const isWhole =
    !query.q?.trim() && !query.template_id && !query.person && !query.created_after && !query.created_before;
  const { counts, envelopes: found } = await readCountsAndHeaders(
    isWhole && !isAll ? scope.counted : [],
    entries.map(({ id }) => id),
  );
  // Lists follow a change a moment later; what the caller may no longer see isn't shown any more.
  const shown = new Set(scope.sources.map(({ list }) => list));
  const envelopes = found.filter((one) => [...entriesOf(one).keys()].some((list) => shown.has(list)));
  const sums = scope.counted.map(({ shows }, index) =>
    sumOfCells(counts[index] ?? [], (name) => shows(readCell(name))),
  );
  const sum = sums.reduce((total, one) => total + one, 0);
  // An envelope in several lists is counted in each of them. Their common number is known once all was read.
  const mayRepeat = scope.overlap && sums.filter((one) => one > 0).length > 1;
  const isSummed = isWhole && !(mayRepeat && exact);
  const budget = { pages: LISTED_PAGES };
  return {
    count: isAll ? envelopes.length : isSummed ? Math.max(sum, shownUntil(query, envelopes)) : known,
    count_is_exact: (isWhole && !mayRepeat) || exact,
    rows: envelopes.length,
    page: query.page,
    next: cursorAfter(next, orderName(query)),
    envelopes: envelopes.map((one) => presentListed(one, viewerOf(caller, one), budget)),
  };
};

/** Most pages of which one answer has the sizes: an answer has at most 6 MB. */
const LISTED_PAGES = 10_000;

/** Number of rows up to the end of the page, as far as it shows any: a new envelope is shown before it is counted. */
const shownUntil = ({ page, rows }: ListQuery, { length }: readonly unknown[]): number =>
  length > 0 ? page * rows + length : 0;

/** True for a query without any word, which finds nothing. */
const findsNothing = ({ q = '' }: ListQuery, words: readonly string[]): boolean =>
  q.trim() !== '' && words.length === 0;

/** Buckets of the lists that a view shows, and the counts that add up to its total. */
interface Scope {
  sources: Source[];
  counted: readonly (CountedList & { shows: (cell: Cell) => boolean })[];
  /** True if several of the counts may have the same envelope. */
  overlap?: boolean;
}

const VIEW_STATUSES: Record<NonNullable<ListQuery['view']>, readonly EnvelopeStatus[]> = {
  inbox: OPEN,
  action: OPEN,
  waiting: OPEN,
  sent: ENVELOPE_STATUSES,
  completed: ['complete'],
};

const scopeOf = (caller: UserCaller, query: ListQuery): Scope => {
  const inView = query.view ? VIEW_STATUSES[query.view] : ENVELOPE_STATUSES;
  const statuses = inView.filter((status) => !query.status?.length || query.status.includes(status));
  const me = caller.profile_id;
  const ofStatus = ({ status }: Cell) => statuses.includes(status);
  const sent = sentList(me);
  const received = receivedList(caller.email);
  const receivedFromOthers = { list: received, shows: (cell: Cell) => ofStatus(cell) && cell.own !== me };
  const ofReceived: Source = { list: received, all: ENVELOPE_STATUSES, buckets: statuses };
  // A set that is in several buckets has no position when buckets are read one after the other.
  const isOpen = statuses.length === OPEN.length && statuses.every((status) => OPEN.includes(status));
  const sets = isOpen && !(query.sort_by in BUCKETS_BY) ? [OPEN_SET] : undefined;
  // The search index of the organization has the sender's envelopes, too.
  const parts = caller.list_parts ?? 1;
  const indexes = partsOfList(organizationIndex(caller.organization_id), parts);
  const of = (whole: string): Source[] =>
    partsOfList(whole, parts).map((list, part) => {
      const index = indexes[part] as string;
      return { list, index, all: ENVELOPE_STATUSES, buckets: statuses, sets };
    });
  if (query.view === 'inbox' || query.view === 'action') {
    return {
      sources: [{ ...ofReceived, sets: statuses.map(actionSet) }],
      counted: [{ list: received, shows: (cell) => ofStatus(cell) && cell.action }],
    };
  }
  if (query.view === 'sent') {
    return { sources: of(sent), counted: [{ list: sent, parts, shows: ofStatus }] };
  }
  if (query.include_org) {
    if (!caller.permissions.has('envelope:view') && !caller.permissions.has('envelope:org:view')) {
      return fail('forbidden', { permission: 'envelope:view' });
    }
    const all = caller.permissions.has('envelope:org:view');
    const [hidden, shared] = VISIBILITIES.map((visibility) => organizationList(caller.organization_id, visibility)) as [
      string,
      string,
    ];
    return {
      sources: [...of(shared), ...of(all ? hidden : sent), ofReceived],
      counted: [
        { list: shared, parts, shows: ofStatus },
        all
          ? { list: hidden, parts, shows: ofStatus }
          : { list: sent, parts, shows: (cell) => ofStatus(cell) && cell.visibility === 'private' },
        receivedFromOthers,
      ],
      overlap: true,
    };
  }
  return {
    // A person with profiles in several organizations sees in each only the envelopes sent from it, and all received
    // ones.
    sources: [...of(sent), ofReceived],
    counted: [{ list: sent, parts, shows: ofStatus }, receivedFromOthers],
  };
};

const ORDERS = { name: 'name', created_at: 'created', updated_at: 'updated' } as const;

/** Orders of statuses, and the order within one status. */
const BUCKETS_BY = { status: 'created', canceled_at: 'canceled' } as const;

const orderOf = (sort_by: ListQuery['sort_by']): PageRequest['order'] =>
  sort_by === 'status' || sort_by === 'canceled_at' ? { bucketsBy: BUCKETS_BY[sort_by] } : ORDERS[sort_by];

const isAscending = ({ sort_by, ascending }: ListQuery): boolean =>
  ascending ?? (sort_by === 'name' || sort_by === 'status');

/** The order for which a cursor is good. */
const orderName = (query: ListQuery): string => `${query.sort_by} ${isAscending(query) ? 'up' : 'down'}`;

const requestOf = (sources: Source[], query: ListQuery, words: readonly string[]): PageRequest => {
  const { page, rows, sort_by, template_id, person, created_after, created_before } = query;
  return {
    sources: sources.filter(({ buckets }) => buckets.length > 0),
    order: orderOf(sort_by),
    ascending: isAscending(query),
    page,
    rows,
    after: positionAfter(query, orderName(query)),
    from: created_after && idBoundary(created_after),
    to: created_before && idBoundary(created_before),
    words,
    facets: [...(template_id ? [templateFacet(template_id)] : []), ...(person ? [personFacet(person)] : [])],
  };
};
