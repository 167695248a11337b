import { cursorAfter, positionAfter } from '../../base/cursor.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { type ListCounts, sumOfCells } from '../../storage/lists/list.ts';
import { type PageRequest, readPage, type Source } from '../../storage/lists/page.ts';
import { wordsOf } from '../../storage/lists/words.ts';
import {
  ownTemplatesList,
  PUBLIC_TEMPLATES_LIST,
  readBesideRows,
  readCell,
  STARRED,
  type TemplateEntry,
  templatesList,
  UNSTARRED,
} from '../../storage/templates/entries.ts';
import { allowedActs } from './access.ts';
import { presentSummary } from './present-template.ts';
import type { ListedTemplate, TemplateQuery, Visibility } from './template-schema.ts';

interface Page {
  count: number;
  count_is_exact: boolean;
  rows: number;
  page: number;
  next: string | null;
  templates: ListedTemplate[];
}

/**
 * Lists a page of the templates that the caller sees: one query for each visibility, and one read of the headers of
 * rows that have `data`, with the caller's stars, and with the counts unless the page shows all. A search, and the
 * orders by use and stars, add one read of the rows found.
 */
export const listTemplates = async (caller: UserCaller, query: TemplateQuery): Promise<Page> => {
  const { q = '', is_starred, page } = query;
  const { sources, counted } = sourcesOf(caller, query);
  const words = wordsOf(q);
  const isVoid = q !== '' && words.length === 0;
  const request = requestOf(isVoid ? [] : sources, query, words);
  const { entries, known, exact, isAll, next } = await readPage<TemplateEntry>(request);
  const isWhole = q === '' && is_starred === undefined;
  const shown = entries.length > 0 ? page * query.rows + entries.length : 0;
  const withData = entries.filter((entry) => showsData(caller, entry));
  const starred = entries.filter(({ star_counter }) => star_counter > 0);
  const { counts, data, stars } = await readBesideRows({
    lists: isWhole && !isAll ? counted.map(({ list }) => list) : [],
    data: withData.map(({ id }) => id),
    stars: starred.map(({ id }) => id),
    by: caller.profile_id,
  });
  return {
    // A new template is shown before it is counted.
    count: isWhole && !isAll ? Math.max(countOf(counted, counts), shown) : known,
    count_is_exact: isWhole || exact,
    rows: entries.length,
    page,
    next: cursorAfter(next, orderName(query)),
    templates: entries.map((entry) => ({
      ...presentSummary(entry),
      data: data.get(entry.id) ?? null,
      is_starred: stars.has(entry.id),
      allowed: allowedActs(caller, entry),
    })),
  };
};

/** True if the template's data are visible to the caller: never another organization's. */
const showsData = (caller: UserCaller, { has_data, organization_id }: TemplateEntry): boolean =>
  has_data === true && organization_id === caller.organization_id;

/**
 * Buckets of the lists that the caller sees: own templates, and shared ones of colleagues. `counted` are those that add
 * up to the total, where sources have the same templates.
 */
const sourcesOf = (caller: UserCaller, { visibility, is_creator, sort_by }: TemplateQuery): Sources => {
  const all = VISIBILITIES.all;
  const just = (list: string, buckets: readonly Visibility[]): Source => ({ list, all, buckets });
  const same = (sources: Source[]): Sources => ({ sources, counted: sources });
  if (visibility === 'public' && !is_creator) {
    return same([{ list: PUBLIC_TEMPLATES_LIST, all: VISIBILITIES.public, buckets: VISIBILITIES.public }]);
  }
  const own = ownTemplatesList(caller.profile_id);
  if (is_creator) return same([just(own, VISIBILITIES[visibility ?? 'all'])]);
  const wanted = VISIBILITIES[visibility ?? 'private_shared'];
  const shared = just(templatesList(caller.organization_id), wanted.includes('shared') ? ['shared'] : []);
  const hidden = just(own, wanted.includes('private') ? ['private'] : []);
  if (visibility !== undefined) return same([hidden, shared].filter(({ buckets }) => buckets.length > 0));
  // Nobody looks for an own template among everybody's public ones.
  const counted = [just(own, ['private', 'public']), shared];
  // By creation a whole list is one query, and its buckets are one each.
  return sort_by === 'created_at' ? { sources: [just(own, all), shared], counted } : same(counted);
};

interface Sources {
  sources: Source[];
  counted: Source[];
}

const VISIBILITIES: Record<NonNullable<TemplateQuery['visibility']> | 'all', readonly Visibility[]> = {
  all: ['private', 'shared', 'public'],
  private_shared: ['private', 'shared'],
  private: ['private'],
  shared: ['shared'],
  public: ['public'],
};

const ORDERS: Record<TemplateQuery['sort_by'], PageRequest['order']> = {
  created_at: 'created',
  updated_at: 'updated',
  name: 'name',
  last_used_at: { rank: 'last_used_at' },
  counter: { rank: 'counter' },
  star_counter: { rank: 'star_counter' },
};

const isAscending = ({ sort_by, ascending }: TemplateQuery): boolean => ascending ?? sort_by === 'name';

/** The order for which a cursor is good. */
const orderName = (query: TemplateQuery): string => `${query.sort_by} ${isAscending(query) ? 'up' : 'down'}`;

const requestOf = (sources: readonly Source[], query: TemplateQuery, words: readonly string[]): PageRequest => ({
  sources,
  order: ORDERS[query.sort_by],
  ascending: isAscending(query),
  page: query.page,
  rows: query.rows,
  after: positionAfter(query, orderName(query)),
  whole: true,
  words,
  facets: query.is_starred === undefined ? [] : [query.is_starred ? STARRED : UNSTARRED],
});

const countOf = (sources: readonly Source[], counts: readonly ListCounts[]): number =>
  sources.reduce(
    (sum, { buckets }, index) => sum + sumOfCells(counts[index] ?? [], (cell) => buckets.includes(readCell(cell))),
    0,
  );
