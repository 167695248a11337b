import * as z from 'zod';
import { idBoundary } from '../ids.ts';
import type { UserCaller } from '../operation/caller.ts';
import { fail } from '../operation/errors.ts';
import { Id, Paging } from '../schema.ts';
import { getItems, type Key } from '../table/client.ts';
import { envelopeKey, listCountsKey } from '../table/keys.ts';
import { type Order, type PageRequest, readPage, sumOfCells } from '../table/list.ts';
import { ENVELOPE_STATUSES, type EnvelopeItem, type EnvelopeStatus } from './items.ts';
import { actionList, bucketOf, type Cell, mineList, organizationList, readCell } from './lists.ts';
import { presentListed, viewerOf } from './present.ts';
import { ListedEnvelope, EnvelopeStatus as Status } from './schema.ts';

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const ListQuery = z.object({
  q: z.string().max(200).optional().meta({ description: 'Envelopes whose name contains this text' }),
  view: z.enum(['inbox', 'sent', 'action', 'waiting', 'completed']).optional().meta({
    description:
      '`sent`: you sent them. `inbox` and `action`: you have to act. `waiting`: somebody has to act. `completed`: nobody has to act any more',
  }),
  status: z.array(Status).optional().meta({ description: 'Only these statuses' }),
  include_org: z
    .boolean()
    .default(false)
    .meta({ description: "Your organization's envelopes that you may see, instead of your own and received ones" }),
  template_id: Id.optional(),
  created_before: Moment.optional(),
  created_after: Moment.optional(),
  sort_by: z.enum(['name', 'created_at', 'updated_at', 'canceled_at', 'status']).default('created_at'),
  ascending: z.boolean().optional().meta({ description: 'Times descend unless stated, names and statuses ascend' }),
  ...Paging,
});
type ListQuery = z.output<typeof ListQuery>;

export const EnvelopePage = z
  .object({
    count: z.int().meta({
      description:
        'How many envelopes match in all. Under `q`, `template_id` or `created_…`: how many were found so far, one more if there are further ones',
    }),
    rows: z.int().meta({ description: 'Rows on this page' }),
    page: z.int(),
    envelopes: z.array(ListedEnvelope),
  })
  .meta({ id: 'EnvelopePage' });

/**
 * A page of the envelopes that the caller may see. Two calls: a query of one list, and one read of the headers together
 * with the counts. Sorting by status or time of cancelling queries once for each of its groups.
 */
export const listEnvelopes = async (caller: UserCaller, query: ListQuery) => {
  const scope = scopeOf(caller, query);
  const wanted = (query.page + 1) * query.rows;
  const found: Key[] = [];
  let matches = 0;
  let more = false;
  for (const segment of segmentsOf(scope, query)) {
    const { entries, seen, more: further } = await readPage<Key>({ ...segment, page: 0, rows: wanted - found.length });
    found.push(...entries);
    matches += seen;
    more = further;
    if (found.length >= wanted) break;
  }
  const ids = found.slice(query.page * query.rows, wanted).map(({ sk }) => sk);
  const [counts, ...headers] = await getItems<Key>([listCountsKey(scope.counted), ...ids.map(envelopeKey)]);
  const envelopes = headers.filter((header) => header !== undefined) as unknown as EnvelopeItem[];
  const exact = !query.q && !query.template_id && !query.created_after && !query.created_before;
  const showing = (name: string) => scope.shows(readCell(name));
  const count = exact ? sumOfCells(counts as Record<string, unknown> | undefined, showing) : matches + (more ? 1 : 0);
  return {
    count,
    rows: envelopes.length,
    page: query.page,
    envelopes: envelopes.map((one) => presentListed(one, viewerOf(caller, one))),
  };
};

/** Which list a view reads, what of it the caller may see, and which counts add up to how many. */
interface Scope {
  list: string;
  /** The list whose counts are summed up. */
  counted: string;
  statuses: readonly EnvelopeStatus[];
  shows: (cell: Cell) => boolean;
  /** The same as a filter of entries. */
  conditions: readonly string[];
  values: Record<string, unknown>;
}

const OPEN: readonly EnvelopeStatus[] = ['pending', 'in progress'];

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
  if (query.view === 'inbox' || query.view === 'action') {
    return {
      list: actionList(caller.email),
      counted: mineList(caller.email),
      statuses,
      shows: (cell) => ofStatus(cell) && cell.action,
      conditions: [],
      values: {},
    };
  }
  if (query.include_org && query.view !== 'sent') {
    if (!caller.permissions.has('envelope:view') && !caller.permissions.has('envelope:org:view')) {
      return fail('forbidden', { permission: 'envelope:view' });
    }
    const all = caller.permissions.has('envelope:org:view');
    const list = organizationList(caller.organization_id);
    return {
      list,
      counted: list,
      statuses,
      shows: (cell) => ofStatus(cell) && (all || cell.visibility === 'shared' || cell.owner === me),
      conditions: all ? [] : ['(#visibility = :shared OR #owner = :me)'],
      values: all ? {} : { ':shared': 'shared', ':me': me },
    };
  }
  const list = mineList(caller.email);
  const sent = query.view === 'sent';
  return {
    list,
    counted: list,
    statuses,
    // A person with profiles in several organizations sees in each only what was sent from it.
    shows: (cell) => ofStatus(cell) && (cell.owner === me || (!sent && cell.received)),
    conditions: [sent ? '#owner = :me' : '(#owner = :me OR #received = :true)'],
    values: sent ? { ':me': me } : { ':me': me, ':true': true },
  };
};

type Segment = Omit<PageRequest, 'page' | 'rows'>;

/** What is read one after the other: usually one part, for statuses and cancellations one for each group. */
const segmentsOf = (scope: Scope, query: ListQuery): Segment[] => {
  const ascending = query.ascending ?? (query.sort_by === 'name' || query.sort_by === 'status');
  const part = (statuses: readonly EnvelopeStatus[], order: Order) => segment(scope, query, statuses, order, ascending);
  if (scope.statuses.length === 0) return [];
  if (query.sort_by === 'status') {
    const inOrder = [...scope.statuses].sort();
    return (ascending ? inOrder : inOrder.reverse()).map((status) => part([status], 'created'));
  }
  if (query.sort_by === 'canceled_at') {
    // Nothing changes a canceled envelope any more: its last change is its cancellation. The others have no such time.
    const groups = [['canceled'] as const, scope.statuses.filter((status) => status !== 'canceled')];
    const present = groups.map((group) => group.filter((status) => scope.statuses.includes(status)));
    return present.filter((group) => group.length > 0).map((group) => part(group, 'updated'));
  }
  const orders = { name: 'name', created_at: 'created', updated_at: 'updated' } as const;
  return [part(scope.statuses, orders[query.sort_by])];
};

const segment = (
  scope: Scope,
  query: ListQuery,
  statuses: readonly EnvelopeStatus[],
  order: Order,
  ascending: boolean,
): Segment => {
  const buckets = new Set(statuses.map(bucketOf));
  const [bucket] = buckets;
  const useBucket = buckets.size === 1 && order === 'created' && !query.created_after && !query.created_before;
  const covered = useBucket ? ENVELOPE_STATUSES.filter((status) => bucketOf(status) === bucket) : ENVELOPE_STATUSES;
  const conditions = [...scope.conditions];
  const values: Record<string, unknown> = { ...scope.values };
  const name = (attribute: string) => `#${attribute}`;
  if (statuses.length < covered.length) {
    conditions.push(`#status IN (${statuses.map((_, index) => `:s${index}`).join(', ')})`);
    for (const [index, status] of statuses.entries()) values[`:s${index}`] = status;
  }
  const { q, template_id, created_after, created_before } = query;
  if (q) Object.assign(values, { ':q': q.toLowerCase() }) && conditions.push('contains(#search, :q)');
  if (template_id) Object.assign(values, { ':template': template_id }) && conditions.push('#template_id = :template');
  const from = created_after && idBoundary(created_after);
  // A range that ends before it begins is one that the table refuses: here it is one that holds nothing.
  const to = created_before && (from ? laterOf(from, idBoundary(created_before)) : idBoundary(created_before));
  if (order !== 'created') {
    if (from) Object.assign(values, { ':after': from }) && conditions.push('#id >= :after');
    if (to) Object.assign(values, { ':before': to }) && conditions.push('#id <= :before');
  }
  const expression = conditions.join(' AND ');
  const names = ['visibility', 'owner', 'received', 'status', 'search', 'template_id', 'id']
    .map(name)
    .filter((one) => expression.includes(one));
  return {
    list: scope.list,
    bucket: useBucket ? bucket : undefined,
    order,
    ascending,
    from: order === 'created' ? from : undefined,
    to: order === 'created' ? to : undefined,
    filter: expression
      ? { expression, names: Object.fromEntries(names.map((one) => [one, one.slice(1)])), values }
      : undefined,
  };
};

const laterOf = (one: string, other: string): string => (one > other ? one : other);
