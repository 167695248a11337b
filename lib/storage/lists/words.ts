/**
 * Text search by words. A word of a search finds texts with a word that begins with it, without regard to case, accents
 * and order. Words are separated by spaces and punctuation; every emoji is one. A search also begins within a word:
 * where letters and digits meet, and at every character of a script that is written without spaces.
 */

/** The rule in words, for the reference. */
export const HOW_WORDS_BEGIN =
  'or a part of one that begins where letters and digits meet (`2024` in `Invoice2024`), or with any character of a script that is written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese); without regard to case, accents, punctuation and order. Other parts of words (`tract` in `contract`) find nothing';

/** The most different words of a text in the index, which bounds the index entries of one record. */
const WORDS_LOOKED_AT = 64;
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

/** True if each of `words` begins a word of the searched text, or a part of one. */
export const findsAll = (search: string, words: readonly string[]): boolean => {
  const parts = partsIn(search);
  return words.every((word) => parts.some((part) => part.startsWith(word)));
};

/** Places within a word where a search may begin. */
const INNER_START =
  /(?<=\p{L}\p{M}*)(?=\p{N})|(?<=\p{N})(?=\p{L})|(?<=.)(?!\p{M})(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])/gu;

/** The words of a searched text, and the ends of words from where a search may begin; as many as the index has. */
export const partsIn = (search: string): string[] => {
  const words = search.split(' ').filter((word) => word !== '');
  const ends = words.flatMap((word) => [...word.matchAll(INNER_START)].map(({ index }) => word.slice(index)));
  return [...new Set([...words, ...ends])].slice(0, WORDS_LOOKED_AT);
};

/** A word, or the beginning of one, as the index spells it. */
export const indexed = (word: string): string => [...word].slice(0, LONGEST).join('');
