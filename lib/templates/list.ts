import type { UserCaller } from '../operation/caller.ts';
import { getItem, type Key, queryAll } from '../table/client.ts';
import { listBucket, listCountsKey, listEntryKey, PUBLIC_TEMPLATES_LIST, templatesList } from '../table/keys.ts';
import { type Order, readPage, sumOfCells } from '../table/list.ts';
import { readCell, SHARED_BUCKET, type TemplateEntry } from './entries.ts';
import { presentSummary, searchKey } from './present.ts';
import type { TemplateQuery, TemplateSummary, Visibility } from './schema.ts';

interface Page {
  count: number;
  rows: number;
  page: number;
  templates: TemplateSummary[];
}

type Filter = { expression: string; names?: Record<string, string>; values?: Record<string, unknown> };

/** Which templates a caller sees of those that a list holds. */
interface View {
  list: string;
  shows: (entry: { visibility: string; profile_id: string }) => boolean;
  /** The same in the table's words; absent where it shows all. */
  filter?: Filter;
  /** The buckets that hold what it shows; absent where it shows all. */
  buckets?: string[];
}

/**
 * One page of the templates that the caller sees. In the order of creation, change or name it costs a GetItem for the
 * counts and a Query, whatever the list's length; where nearly all of the list is colleagues' private templates, the
 * caller's own are read apart. A search, stars, and the orders by use read all that the caller sees: a Query of the
 * shared ones and a Query of the own, each once for every megabyte, which holds about a thousand templates.
 */
export const listTemplates = async (caller: UserCaller, query: TemplateQuery): Promise<Page> => {
  const view = viewOf(caller, query);
  const order = ORDERS[query.sort_by];
  return order && !query.q && !query.is_starred ? readInOrder(query, view, order) : readAll(query, view);
};

const ORDERS: Partial<Record<TemplateQuery['sort_by'], Order>> = {
  created_at: 'created',
  updated_at: 'updated',
  name: 'name',
};

const isAscending = ({ ascending, sort_by }: TemplateQuery): boolean => ascending ?? sort_by === 'name';

const viewOf = (caller: UserCaller, { visibility, is_creator }: TemplateQuery): View => {
  const { profile_id } = caller;
  if (visibility === 'public' && !is_creator) return { list: PUBLIC_TEMPLATES_LIST, shows: () => true };
  const wanted = VISIBILITIES[visibility ?? 'all'];
  const mine = is_creator === true;
  return {
    list: templatesList(caller.organization_id),
    shows: (entry) =>
      wanted.includes(entry.visibility as Visibility) &&
      (entry.profile_id === profile_id || (!mine && entry.visibility !== 'private')),
    filter: filterFor(wanted, mine, profile_id),
    buckets: [
      ...(wanted.includes('private') ? [profile_id] : []),
      ...(wanted.some((one) => one !== 'private') ? [SHARED_BUCKET] : []),
    ],
  };
};

/** Of `private` ones, a caller sees only the own. */
const VISIBILITIES: Record<NonNullable<TemplateQuery['visibility']> | 'all', Visibility[]> = {
  all: ['private', 'shared', 'public'],
  private_shared: ['private', 'shared'],
  private: ['private'],
  shared: ['shared'],
  public: ['public'],
};

/** The same as `shows`, in the table's words. */
const filterFor = (wanted: readonly Visibility[], mine: boolean, profile_id: string): Filter => {
  const names = { '#visibility': 'visibility', '#profile': 'profile_id' };
  const values = Object.fromEntries(wanted.map((visibility, index) => [`:v${index}`, visibility]));
  const oneOf = `#visibility IN (${Object.keys(values).join(', ')})`;
  if (mine) return { expression: `#profile = :me AND ${oneOf}`, names, values: { ...values, ':me': profile_id } };
  if (!wanted.includes('private')) return { expression: oneOf, names: { '#visibility': 'visibility' }, values };
  return {
    expression: `${oneOf} AND (#visibility <> :private OR #profile = :me)`,
    names,
    values: { ...values, ':private': 'private', ':me': profile_id },
  };
};

/** Where so many times more is hidden than shown, what is shown is read by itself. */
const SPARSE = 4;

const readInOrder = async (query: TemplateQuery, view: View, order: Order): Promise<Page> => {
  const counts = await getItem<Record<string, unknown>>(listCountsKey(view.list));
  const count = sumOfCells(counts, (cell) => view.shows(readCell(cell)));
  const hidden = sumOfCells(counts, (cell) => !view.shows(readCell(cell)));
  if (hidden > SPARSE * (count + query.rows)) return readAll(query, view);
  const { entries } = await readPage<TemplateEntry & Key>({
    list: view.list,
    order,
    ascending: isAscending(query),
    page: query.page,
    rows: query.rows,
    filter: hidden > 0 ? view.filter : undefined,
  });
  return answer(query, entries, count);
};

const readAll = async (query: TemplateQuery, view: View): Promise<Page> => {
  const { page, rows } = query;
  const words = query.q?.toLowerCase() ?? '';
  const found = (await allEntries(view))
    .filter(view.shows)
    .filter((entry) => searchKey(entry).includes(words) && (!query.is_starred || entry.star_counter > 0))
    .sort(comparing(query));
  return answer(query, found.slice(page * rows, (page + 1) * rows), found.length);
};

const allEntries = async ({ list, buckets }: View): Promise<(TemplateEntry & Key)[]> => {
  if (!buckets) {
    return queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': listEntryKey(list, '').pk },
    });
  }
  const found = buckets.map((bucket) =>
    queryAll<TemplateEntry & Key>({
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': listBucket(list, bucket) },
    }),
  );
  return (await Promise.all(found)).flat();
};

const answer = ({ page }: TemplateQuery, entries: readonly TemplateEntry[], count: number): Page => ({
  count,
  rows: entries.length,
  page,
  templates: entries.map(presentSummary),
});

/** Equals stand in the order of creation; templates that were never used come before those that were. */
const comparing = (query: TemplateQuery) => {
  const direction = isAscending(query) ? 1 : -1;
  const keyOf = (entry: TemplateEntry): string | number => {
    if (query.sort_by === 'created_at') return entry.id;
    if (query.sort_by === 'name') return entry.name.toLowerCase();
    return entry[query.sort_by] ?? '';
  };
  return (one: TemplateEntry, other: TemplateEntry): number =>
    direction * (compare(keyOf(one), keyOf(other)) || compare(one.id, other.id));
};

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : one > other ? 1 : 0);
