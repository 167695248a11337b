import type { Key } from '../engine/key.ts';
import { facetTerm, postingKey, rankTerm, searchIndexOf, wordTerm } from '../engine/keys.ts';
import type { Entry } from './list.ts';
import { indexed, partsIn } from './words.ts';

/**
 * The search index of lists. Each word of an entry has one posting, in the order of words, so that one query finds all
 * words with the same beginning; each facet has one, in the order of creation. Senders' lists have none of their own:
 * their organization's index finds their entries. Each part of a list has its own. Every ranking attribute has a
 * posting in its order. Postings are only candidates: the entry itself decides.
 */
export interface Posting extends Key {
  id: string;
}

/** All postings of a list's entry. */
export const postingsOf = (list: string, entry: Entry): Posting[] => {
  const { id, bucket, search = '', facets = [], ranked = [] } = entry;
  const index = searchIndexOf(list);
  return [
    ...(index === undefined
      ? []
      : [
          ...partsIn(search).map((word) => ({
            ...postingKey(index, wordTerm(word), `${indexed(word)}#${id}`),
            id,
          })),
          ...facets.map((facet) => ({ ...postingKey(index, facetTerm(facet), id), id })),
        ]),
    ...(bucket === null
      ? []
      : ranked.map((name) => ({ ...postingKey(list, rankTerm(name, bucket), rankOf(entry, name)), id }))),
  ];
};

/** Position of an entry by one of its attributes; entries without it come first, equal ones by creation. */
export const rankOf = (entry: Entry, attribute: string): string => {
  const value = entry[attribute];
  const text = typeof value === 'number' ? String(value).padStart(12, '0') : String(value ?? '');
  return `${text}#${entry.id}`;
};

type Entries = ReadonlyMap<string, Entry>;

/**
 * The postings to write and to remove for a record that had the entries `before`, has got `after`, and has `now`. The
 * last of several changes is `now`: what an earlier one adds only for a while is removed, too.
 */
export const postingChanges = (
  before: readonly Entries[],
  after: readonly Entries[],
  now: Entries,
): { put: Posting[]; removed: Key[] } => {
  const wanted = byKey(now);
  const old = before.map(byKey);
  const all = [...old, ...after.map(byKey)].flatMap((some) => [...some]);
  return {
    put: [...wanted].filter(([key]) => !old.every((some) => some.has(key))).map(([, posting]) => posting),
    removed: all.filter(([key]) => !wanted.has(key)).map(([, { pk, sk }]) => ({ pk, sk })),
  };
};

const byKey = (entries: Entries): Map<string, Posting> =>
  new Map([...entries].flatMap(([list, entry]) => postingsOf(list, entry)).map((one) => [`${one.pk}\n${one.sk}`, one]));
