import type { TextBlock } from '../../shared/answers.ts';

/** A place where a text was found: the page, and the words around. */
export interface Found {
  /** Index of the page among all pages. */
  index: number;
  before: string;
  match: string;
  after: string;
}

/** Letters shown on each side of what was found. */
const AROUND = 40;

/** A page's text in one line: what is broken at the end of a line is found, too. */
export const textOf = (blocks: readonly TextBlock[]): string =>
  blocks.map(({ lines }) => lines.map(({ text }) => text.trim()).join(' ')).join(' · ');

/** The letter as it is compared: without accents, small. */
const folded = (letter: string): string => letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * All places of `query` in the pages' texts, in their order. Accents, capitals and the number of blanks don't count.
 */
export const findAll = (pages: readonly { index: number; text: string }[], query: string): Found[] => {
  const wanted = [...query.trim().replace(/\s+/g, ' ')].map(folded).join('');
  return wanted === '' ? [] : pages.flatMap(({ index, text }) => findIn(index, text.replace(/\s+/g, ' '), wanted));
};

const findIn = (index: number, text: string, wanted: string): Found[] => {
  const letters = [...text];
  // A letter may become several, or none: `starts` knows where each began.
  const starts: number[] = [];
  let whole = '';
  letters.forEach((letter, at) => {
    const as = folded(letter);
    for (let one = 0; one < as.length; one++) starts.push(at);
    whole += as;
  });
  const places: Found[] = [];
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) {
    const from = starts[at] ?? 0;
    const to = (starts[at + wanted.length - 1] ?? from) + 1;
    places.push({
      index,
      before:
        (from > AROUND ? '… ' : '') + fromWord(letters.slice(Math.max(0, from - AROUND - 1), from), from > AROUND),
      match: letters.slice(from, to).join(''),
      after: toWord(letters.slice(to, to + AROUND + 1), to + AROUND < letters.length),
    });
  }
  return places;
};

/**
 * Letters without the word at their beginning that is cut in two. Where words have no blanks between them, nothing is.
 */
const fromWord = (letters: readonly string[], isCut: boolean): string => {
  const blank = letters.indexOf(' ');
  return letters.slice(!isCut ? 0 : blank < 0 ? 1 : blank + 1).join('');
};

const toWord = (letters: readonly string[], isCut: boolean): string => {
  if (!isCut) return letters.join('');
  const blank = letters.lastIndexOf(' ');
  return `${letters.slice(0, blank < 0 ? -1 : blank).join('')} …`;
};
