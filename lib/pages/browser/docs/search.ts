import { distance } from 'fastest-levenshtein';

/** Something that can be found: a page, or a part of one. */
export interface Entry {
  kind: 'guide' | 'operation' | 'error' | 'record' | 'event' | 'area';
  title: string;
  /** A second line. */
  about: string;
  /** Query and anchor of its address. */
  page: string;
  /** Further words by which it is found. */
  words: string;
}

/** Words of a text in lower case; a name such as `createEnvelope` or `envelope_id` counts whole and by its parts. */
const wordsOf = (text: string): string[] => {
  const whole = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const parts = whole.flatMap((word) => word.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').split('_'));
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()).filter(Boolean))];
};

/** Points for a word that begins a word of each part of an entry; twice that for the whole word. */
const POINTS = { title: 8, about: 3, words: 1 };
const KINDS: Entry['kind'][] = ['guide', 'area', 'operation', 'event', 'error', 'record'];

/**
 * The `most` entries that have all words of `query`, or words that they begin, best first. Where there is none, words
 * that are mistyped count as those that are near.
 */
export const findEntries = (entries: readonly Entry[], query: string, most = 20): Entry[] => {
  const wanted = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (wanted.length === 0) return [];
  const exact = pointed(entries, wanted, isBegun);
  return (exact.length > 0 ? exact : pointed(entries, wanted, isNear))
    .sort((a, b) => b.points - a.points || KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind))
    .slice(0, most)
    .map(({ entry }) => entry);
};

/** True if a word of an entry counts as the one that was typed. */
type Matches = (word: string, typed: string) => boolean;

const isBegun: Matches = (word, typed) => word.startsWith(typed);

/**
 * One letter of a word may be wrong, missing or too many; two of a long one, so that they may also be swapped. Short
 * words are others then.
 */
const isNear: Matches = (word, typed) => {
  if (isBegun(word, typed)) return true;
  const most = typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2;
  // A word that is still being typed is compared with as much of the other.
  return [-1, 0, 1].some((more) => distance(word.slice(0, typed.length + more), typed) <= most);
};

const pointed = (entries: readonly Entry[], wanted: readonly string[], matches: Matches) =>
  entries.map((entry) => ({ entry, points: pointsOf(entry, wanted, matches) })).filter(({ points }) => points > 0);

const pointsOf = (entry: Entry, wanted: readonly string[], matches: Matches): number => {
  let sum = 0;
  for (const word of wanted) {
    let best = 0;
    for (const part of ['title', 'about', 'words'] as const) {
      for (const one of wordsOf(entry[part])) {
        if (matches(one, word)) best = Math.max(best, POINTS[part] * (one === word ? 2 : 1));
      }
    }
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
};
