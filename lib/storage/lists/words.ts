/**
 * Text search by words. A word of a search finds texts with a word that begins with it, without regard to case, accents
 * and order. Words are separated by spaces and punctuation; every emoji is one.
 */

/** The most different words of a text in the index, which bounds the index entries of one record. */
export const WORDS_LOOKED_AT = 64;
/** Longest beginning of a word in the index; the rest is compared. */
const LONGEST = 64;

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

/** True if each of `words` begins a word of the searched text. */
export const findsAll = (search: string, words: readonly string[]): boolean =>
  words.every((word) => ` ${search}`.includes(` ${word}`));

/** The words of a searched text. */
export const wordsIn = (search: string): string[] => search.split(' ').filter((word) => word !== '');

/** A word, or the beginning of one, as the index spells it. */
export const indexed = (word: string): string => [...word].slice(0, LONGEST).join('');
