import { computed, signal } from '@preact/signals';
import type { TemplateList } from '../shared/answers.ts';
import { addressOf, search } from '../user/route.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { latest } from './latest.ts';

/** State of the list of templates. Its search is in the page's address, so that a link shows the same. */

const ROWS = 20;

export type Listed = TemplateList['templates'][number];

interface Filter {
  /** Beginnings of words in names and descriptions. */
  words: string;
  /** True for templates with a star alone. */
  starred: boolean;
}

export const filter = computed<Filter>(() => {
  const given = new URLSearchParams(search.value);
  return { words: (given.get('q') ?? '').slice(0, 200), starred: given.get('starred') === 'true' };
});

export const isNarrowed = ({ words, starred }: Filter): boolean => words.trim() !== '' || starred;

/** Puts a filter into the address, which the browser's way back passes over. */
export const narrow = (change: Partial<Filter>): void => {
  const { words, starred } = { ...filter.value, ...change };
  const query = new URLSearchParams({ ...(words ? { q: words } : {}), ...(starred ? { starred: 'true' } : {}) });
  history.replaceState(null, '', `${addressOf('/templates')}${query.size > 0 ? `?${query}` : ''}`);
  search.value = location.search;
};

interface Shown {
  count: number;
  next: string | null;
  templates: readonly Listed[];
}

/** The templates that are shown; null until they are read. */
export const shown = signal<Shown | null>(null);

const requestFor = ({ words, starred }: Filter, after: string | null): string => {
  const query = new URLSearchParams({ sort_by: 'last_used_at', rows: String(ROWS) });
  if (words.trim()) query.set('q', words.trim());
  if (starred) query.set('is_starred', 'true');
  if (after) query.set('after', after);
  return `/v2/templates?${query}`;
};

const reader = latest(
  (after: string | null) => ask<TemplateList>('GET', requestFor(filter.value, after)),
  ({ count, next, templates }, after) => {
    const before = (after && shown.value?.templates) || [];
    const added = templates.filter(({ id }) => !before.some((known) => known.id === id));
    shown.value = { count, next, templates: [...before, ...added] };
  },
);

onOtherProfile(() => {
  reader.drop();
  shown.value = null;
});

/** Reads the list from its beginning. */
export const readShown = (): Promise<void> => reader.ask(null);

/** Reads the next page of the list. */
export const readMore = (): Promise<void> => reader.ask(shown.value?.next ?? null);

/** Shows what an act has changed at once: lists follow a moment later. */
export const changeRow = (id: string, change: Partial<Listed> | null): void => {
  const before = shown.value;
  if (!before) return;
  const templates = before.templates.flatMap((one) => {
    if (one.id !== id) return [one];
    return change ? [{ ...one, ...change }] : [];
  });
  shown.value = {
    ...before,
    templates,
    count: before.count - (change ? 0 : before.templates.length - templates.length),
  };
};
