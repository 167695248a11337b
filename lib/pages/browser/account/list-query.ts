/** Filters of the list of envelopes, and how they stand in the page's address and in a request. Free of any I/O. */

/** Parts of the list, as they are shown. */
export const TABS = ['action', 'waiting', 'done', 'ended', 'drafts'] as const;
export type Tab = (typeof TABS)[number];

export interface Filter {
  /** Null where the address names none: then the first part that has something is shown. */
  tab: Tab | null;
  /** Beginnings of words in names. */
  words: string;
  /** Days as `YYYY-MM-DD` in the reader's zone, both included; empty for none. */
  from: string;
  until: string;
  /** Id of the template that the envelopes were made from; empty for all. */
  template: string;
  /** E-mail address of somebody who received or sent them; empty for all. */
  person: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[\da-f-]{36}$/;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const matching = (text: string | null, shape: RegExp): string => (text && shape.test(text) ? text : '');

/** The filter that an address names. What it doesn't know counts as absent. */
export const filterOf = (search: string): Filter => {
  const given = new URLSearchParams(search);
  return {
    tab: TABS.find((tab) => tab === given.get('tab')) ?? null,
    words: (given.get('q') ?? '').slice(0, 200),
    from: matching(given.get('from'), DAY),
    until: matching(given.get('until'), DAY),
    template: matching(given.get('template'), ID),
    person: matching(given.get('person'), ADDRESS),
  };
};

/** A filter that hides nothing. */
export const NOTHING_HIDDEN = { words: '', from: '', until: '', template: '', person: '' };

/** The filter as part of an address, with nothing that says nothing. */
export const searchOf = ({ tab, words, ...rest }: Filter): string => {
  const given = { tab: tab ?? '', q: words, ...rest };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  return query.size > 0 ? `?${query}` : '';
};

/** True for what the API takes as an e-mail address, as far as a page must know: the API says the rest. */
export const isAddress = (text: string): boolean => ADDRESS.test(text);

/** True if a filter hides envelopes of a part. */
export const isNarrowed = ({ tab, words, ...rest }: Filter): boolean =>
  [words.trim(), ...Object.values(rest)].some((one) => one !== '');

/** Parameters of `GET /v2/envelopes` for each part. */
const PARTS: Record<Exclude<Tab, 'drafts'>, [string, string][]> = {
  action: [['view', 'action']],
  waiting: [
    ['view', 'sent'],
    ['status', 'pending'],
    ['status', 'in progress'],
  ],
  done: [['status', 'complete']],
  ended: [
    ['status', 'declined'],
    ['status', 'canceled'],
  ],
};

/** The request for a part of the list. `after` is where the page before ended. */
export const requestFor = (
  tab: Exclude<Tab, 'drafts'>,
  { words, from, until, template, person }: Filter,
  { rows, after }: { rows: number; after?: string },
): string => {
  const query = new URLSearchParams([...PARTS[tab], ['rows', String(rows)]]);
  if (words.trim()) query.set('q', words.trim());
  if (template) query.set('template_id', template);
  if (person) query.set('person', person);
  if (from) query.set('created_after', midnight(from, 0));
  if (until) query.set('created_before', midnight(until, 1));
  if (after) query.set('after', after);
  return `/v2/envelopes?${query}`;
};

/** Beginning of a day in the reader's zone, `days` later. */
const midnight = (day: string, days: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
};
