/**
 * How texts are searched: word by word. A word of a search finds the texts with a word that begins with it, without
 * regard to case, accents and order. Words are what stands between spaces and punctuation; every emoji is one.
 */

/** Of a text, so many different words are looked at: what bounds the index entries of one record. */
export const WORDS_LOOKED_AT = 64;
/** Beginnings of a word up to this length have index entries of their own; what follows is compared. */
const LONGEST_PREFIX = 12;

const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;

/** The different words of a text in their searched form, at most `WORDS_LOOKED_AT`. */
export const wordsOf = (text: string): string[] => {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\ufe0f]/g, '')
    .normalize('NFC');
  return [...new Set(folded.match(WORD))].slice(0, WORDS_LOOKED_AT);
};

/** The words of a text as entries keep them (`search`). */
export const searchText = (text: string): string => wordsOf(text).join(' ');

/** True where each of `words` begins a word of the searched text. */
export const findsAll = (search: string, words: readonly string[]): boolean =>
  words.every((word) => ` ${search}`.includes(` ${word}`));

/** The beginnings under which a searched text stands in the index. */
export const prefixesOf = (search: string): string[] => [
  ...new Set(
    search.split(' ').flatMap((word) => {
      const letters = [...word].slice(0, LONGEST_PREFIX);
      return letters.map((_, index) => letters.slice(0, index + 1).join(''));
    }),
  ),
];

/** The one beginning under which everything that a word may find stands. */
export const prefixFor = (word: string): string => [...word].slice(0, LONGEST_PREFIX).join('');
