import { EVENT_KINDS, type EventKind } from '../../../../storage/records/administration.ts';
import type { AdministrationEvent, AdministrationEventPage } from '../../shared/answers.ts';
import { saveFile } from '../../shared/save-file.ts';
import { go, search } from '../../user/route.ts';
import { ask, me } from '../../user/session.ts';
import { pagedList } from '../parts/list-state.ts';
import { w } from '../words/index.ts';

/** The log of administration, and its filters: they are in the address, so that a link shows the same. */

/** Filters of the list; an empty text is none. Days are in the reader's time zone. */
export interface Filter {
  from: string;
  until: string;
  /** Id of a profile. */
  who: string;
  kind: string;
  /** Id of what was acted on. */
  object: string;
}
const NAMES = ['from', 'until', 'who', 'kind', 'object'] as const satisfies readonly (keyof Filter)[];

/** The filter that the address says. */
export const filterOf = (query: string): Filter => {
  const given = new URLSearchParams(query);
  return Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? ''])) as unknown as Filter;
};

/** The address of the list with this filter. */
export const addressWith = (filter: Partial<Filter>): string => {
  const query = new URLSearchParams(NAMES.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
  return `/organization/log${query.size > 0 ? `?${query}` : ''}`;
};

export const narrow = (filter: Partial<Filter>): Promise<void> => go(addressWith(filter));

/** The beginning of a day here, or of the one after it. */
const startOf = (day: string, later = 0): string | undefined => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + later);
  return day === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

const eventsAt = (): string => `/v2/organizations/${me.value?.organization_id}/events`;

const readPage = ({ from, until, who, kind, object }: Filter, before: string | null) => {
  const query = {
    rows: '50',
    before,
    from: startOf(from),
    to: startOf(until, 1),
    profile_id: who,
    kind: EVENT_KINDS.includes(kind as EventKind) ? kind : '',
    object_id: object,
  };
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return ask<AdministrationEventPage>('GET', `${eventsAt()}?${new URLSearchParams(given)}`);
};

/** Pages without an event that are read on; where few events pass, the API answers such. */
const EMPTY_PAGES = 5;

export const acts = pagedList<AdministrationEvent>(async (after) => {
  const filter = filterOf(search.value);
  let page = await readPage(filter, after);
  for (let read = 1; page.events.length === 0 && page.next && read < EMPTY_PAGES; read++)
    page = await readPage(filter, page.next);
  return { rows: page.events, next: page.next };
});

/** The kinds of events with their words, in the order in which the words stand. */
export const kinds = (): [kind: EventKind, words: string][] => EVENT_KINDS.map((kind) => [kind, w[`did_${kind}`]]);

const LINES = 1000;

/** Saves all events that are kept as lines of JSON; returns their number. */
export const saveLog = async (): Promise<number> => {
  const parts: string[] = [];
  let count = 0;
  for (let after = 0; ; ) {
    const part = await ask<string>('GET', `${eventsAt()}/export?rows=${LINES}&after=${after}`);
    const lines = part.split('\n').filter(Boolean);
    const last = lines.at(-1);
    parts.push(part);
    count += lines.length;
    if (!last || lines.length < LINES) break;
    after = JSON.parse(last).metadata.sequence;
  }
  saveFile('administration.ndjson', parts.join(''), 'application/x-ndjson');
  return count;
};

/** Saves the proof that the log of evidence has the chain's latest hash that is in it; false while there is none. */
export const saveProof = async (): Promise<boolean> => {
  const { head } = await ask<AdministrationEventPage>('GET', `${eventsAt()}?rows=1`);
  if (!head?.logged_hash) return false;
  const proof = await ask<object>('GET', `/v2/log/proof?sha256=${head.logged_hash}`);
  saveFile('administration-proof.json', JSON.stringify(proof, null, 2), 'application/json');
  return true;
};
