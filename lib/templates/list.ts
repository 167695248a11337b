import type { UserCaller } from '../operation/caller.ts';
import { getItems, type Key } from '../table/client.ts';
import { listCountsKey, ownTemplatesList, PUBLIC_TEMPLATES_LIST, templatesList } from '../table/keys.ts';
import { sumOfCells } from '../table/list.ts';
import { type PageRequest, readPage, type Source } from '../table/page.ts';
import { wordsOf } from '../table/words.ts';
import { readCell, STARRED, type TemplateEntry } from './entries.ts';
import { presentSummary } from './present.ts';
import type { TemplateQuery, TemplateSummary, Visibility } from './schema.ts';

interface Page {
  count: number;
  rows: number;
  page: number;
  templates: TemplateSummary[];
}

/**
 * One page of the templates that the caller sees: a query for each visibility, and one read of the counts. A search, and
 * the orders by use and stars, add a read of what they found.
 */
export const listTemplates = async (caller: UserCaller, query: TemplateQuery): Promise<Page> => {
  const { q = '', is_starred, page } = query;
  const sources = sourcesOf(caller, query);
  const words = wordsOf(q);
  const read =
    q !== '' && words.length === 0
      ? { entries: [], known: 0 }
      : readPage<TemplateEntry>(requestOf(sources, query, words));
  const counts = getItems<Key>(sources.map(({ list }) => listCountsKey(list)));
  const { entries, known } = await read;
  return {
    count: q === '' && !is_starred ? countOf(sources, await counts) : known,
    rows: entries.length,
    page,
    templates: entries.map(presentSummary),
  };
};

/** What of which lists the caller sees: the own, and what colleagues share. */
const sourcesOf = (caller: UserCaller, { visibility, is_creator }: TemplateQuery): Source[] => {
  if (visibility === 'public' && !is_creator)
    return [{ list: PUBLIC_TEMPLATES_LIST, buckets: ['public'], whole: true }];
  const wanted = VISIBILITIES[visibility ?? 'all'];
  const own = ownTemplatesList(caller.profile_id);
  if (is_creator) return [{ list: own, buckets: wanted, whole: wanted.length === VISIBILITIES.all.length }];
  const sources = [
    { list: own, buckets: wanted.filter((one) => one === 'private') },
    { list: templatesList(caller.organization_id), buckets: wanted.filter((one) => one !== 'private') },
  ];
  return sources.filter(({ buckets }) => buckets.length > 0);
};

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

const requestOf = (sources: readonly Source[], query: TemplateQuery, words: readonly string[]): PageRequest => ({
  groups: [sources],
  order: ORDERS[query.sort_by],
  ascending: query.ascending ?? query.sort_by === 'name',
  page: query.page,
  rows: query.rows,
  words,
  facets: query.is_starred ? [STARRED] : [],
});

const countOf = (sources: readonly Source[], counts: readonly (Key | undefined)[]): number =>
  sources.reduce(
    (sum, { buckets }, index) =>
      sum +
      sumOfCells(counts[index] as Record<string, unknown> | undefined, (cell) => buckets.includes(readCell(cell))),
    0,
  );
