import { type Item, writeItems } from '../engine/client.ts';
import type { Key } from '../engine/key.ts';
import { facetTerm, listOf, postingKey, rankTerm, wordTerm } from '../engine/keys.ts';
import { type Entry, position } from './list.ts';
import { prefixesOf } from './words.ts';

/**
 * The search index of lists. Every term of an entry (the beginnings of its words, its facets) has a posting; a term's
 * postings are ordered by creation, and by name (gsi3). Every ranking attribute has a posting in its order. Postings
 * follow the entries a moment later, from the table's stream. They are only candidates: the entry itself decides.
 */
export interface Posting extends Key {
  id: string;
  /** The entry's words and facets: entries that don't match needn't be read. */
  search: string;
  facets: readonly string[];
}

/** All postings of an entry. */
export const postingsOf = (entry: Entry & Key): Posting[] => {
  const list = listOf(entry);
  const { id, bucket, search = '', facets = [], ranked = [] } = entry;
  const at = (term: string, sk: string): Posting => ({ ...postingKey(list, term, sk), id, search, facets });
  const terms = [...prefixesOf(search).map(wordTerm), ...facets.map(facetTerm)];
  return [
    ...terms.map((term) => ({
      ...at(term, id),
      gsi3sk: position('name', entry),
    })),
    ...(bucket === null ? [] : ranked.map((name) => at(rankTerm(name, bucket), rankOf(entry, name)))),
  ];
};

/** Position of an entry by one of its attributes; entries without it come first, equal ones by creation. */
export const rankOf = (entry: Entry, attribute: string): string => {
  const value = entry[attribute];
  const text = typeof value === 'number' ? String(value).padStart(12, '0') : String(value ?? '');
  return `${text}#${entry.id}`;
};

/** An entry before and after a change; undefined if it didn't exist before, or doesn't any more. */
export interface PostedEntry {
  before: Item | undefined;
  after: Item | undefined;
}

/**
 * Updates the index from the old to the new entries. Changes of the same entry come in order; only the last state of
 * each posting is written, so a repeat of the whole has the same result.
 */
export const followEntries = async (changes: readonly PostedEntry[]): Promise<void> => {
  const last = new Map<string, Posting | Key>();
  for (const { before, after } of changes) {
    const old = byKey(before);
    const now = byKey(after);
    for (const [name, { pk, sk }] of old) if (!now.has(name)) last.set(name, { pk, sk });
    for (const [name, posting] of now) {
      if (JSON.stringify(old.get(name)) !== JSON.stringify(posting)) last.set(name, posting);
    }
  }
  const writes = [...last.values()];
  if (writes.length === 0) return;
  await writeItems(
    writes.filter((write) => 'id' in write),
    writes.filter((write) => !('id' in write)),
  );
};

const byKey = (entry: Item | undefined): Map<string, Posting> =>
  new Map((entry ? postingsOf(entry as unknown as Entry & Key) : []).map((one) => [`${one.pk}\n${one.sk}`, one]));
