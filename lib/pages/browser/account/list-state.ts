import { computed, effect, signal } from '@preact/signals';
import type { DraftList, EnvelopeList } from '../shared/answers.ts';
import { addressOf, search } from '../user/route.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { latest } from './latest.ts';
import { type Filter, filterOf, isNarrowed, requestFor, searchOf, TABS, type Tab } from './list-query.ts';

/** State of the list of envelopes. */

const ROWS = 20;

export type Listed = EnvelopeList['envelopes'][number];

interface Shown {
  tab: Tab;
  count: number;
  next: string | null;
  envelopes: readonly Listed[];
}

export const filter = computed(() => filterOf(search.value));

/** The shown part of the list; null until it is read. */
export const shown = signal<Shown | null>(null);

/** Number of envelopes of each part, without a filter; absent until it is read. */
export const counts = signal<Partial<Record<Tab, number>>>({});

/** Drafts; null where the user may not send. */
export const drafts = signal<DraftList | null>(null);

/** Ids of the envelopes that are chosen to act on. */
export const chosen = signal<ReadonlySet<string>>(new Set());

/** The part that is shown: the one that the address names, else the first that has something. */
export const tab = computed<Tab>(
  () => filter.value.tab ?? TABS.find((one) => (counts.value[one] ?? 0) > 0) ?? 'action',
);

/** Puts a filter into the address, which the browser's way back passes over. */
export const narrow = (change: Partial<Filter>): void => {
  const next = { ...filter.value, tab: tab.value, ...change };
  history.replaceState(null, '', `${addressOf('/envelopes')}${searchOf(next)}`);
  search.value = location.search;
};

/** Words for what was done to several envelopes last; they go with the rows that they are about. */
export const outcome = signal('');

// Other rows can't be chosen.
effect(() => {
  if (search.value === null) return;
  chosen.value = new Set();
  outcome.value = '';
});

const askFor = (one: Tab, after: string | null): Promise<EnvelopeList | null> =>
  one === 'drafts'
    ? Promise.resolve(null)
    : ask<EnvelopeList>('GET', requestFor(one, filter.value, { rows: ROWS, ...(after ? { after } : {}) }));

/** Ids of envelopes that were canceled on this page: the list of those in progress follows a moment later. */
export const canceled = new Set<string>();

const reader = latest(askFor, (answer, one, after) => {
  if (!answer) {
    shown.value = null;
    return;
  }
  const before = after && shown.value?.tab === one ? shown.value.envelopes : [];
  const current = one === 'ended' ? answer.envelopes : answer.envelopes.filter(({ id }) => !canceled.has(id));
  const added = current.filter(({ id }) => !before.some((known) => known.id === id));
  const { next } = answer;
  const count = answer.count - answer.envelopes.length + current.length;
  shown.value = { tab: one, count, next, envelopes: [...before, ...added] };
  if (!isNarrowed(filter.value)) counts.value = { ...counts.value, [one]: count };
});

onOtherProfile(() => {
  reader.drop();
  shown.value = null;
  counts.value = {};
  drafts.value = null;
  chosen.value = new Set();
});

/** Reads the shown part from its beginning. */
export const readShown = (): Promise<void> => reader.ask(tab.value, null);

/** Reads the next page of the shown part. */
export const readMore = (): Promise<void> => reader.ask(tab.value, shown.value?.next ?? null);

/** Reads how many envelopes each part has, and the drafts. */
export const readCounts = async (): Promise<void> => {
  const parts = TABS.filter((one) => one !== 'drafts');
  const [found, ...read] = await Promise.all([
    // A user who may not send has no drafts.
    ask<DraftList>('GET', `/v2/drafts?rows=${ROWS}`).catch(() => null),
    ...parts.map((one) => ask<EnvelopeList>('GET', requestFor(one, filterOf(''), { rows: 1 }))),
  ]);
  drafts.value = found;
  const entries = parts.map((one, index) => [one, read[index]?.count ?? 0]);
  counts.value = { ...Object.fromEntries(entries), ...(found ? { drafts: found.count } : {}) };
};

/** Reads what has changed meanwhile, without taking away the further pages that were asked for. */
export const refresh = async (): Promise<void> => {
  await readCounts();
  if (shown.value && shown.value.envelopes.length <= ROWS) await readShown();
};
