/** A part of a line: the line may end before it. */
export interface Piece {
  text: string;
  /** The blank before it within a line, if any. */
  blank: '' | ' ';
}

/** Scripts without blanks between words. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Characters that can't begin a line, and those that can't end one (after JIS X 4051 and UAX #14). */
const NOT_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}\u0e46\u0eaf\u0ec6\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\u30fb\u30fc\u3005\u303b\u309d\u309e\u30fd\u30fe\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u2026\u2025\u2030%\u2103,.!?:;'"\u00bb]/u;
const NOT_LAST = /[\p{Ps}\p{Pi}\u00ab$\uffe5\uff04\u00a5\u20ac\u00a3#@]$/u;

let words: Intl.Segmenter | undefined;
let graphemes: Intl.Segmenter | undefined;

/** Splits a paragraph at its possible line breaks: at blanks, and between words of scripts without blanks. */
export const piecesOf = (paragraph: string): Piece[] => {
  const between = paragraph.split(/(?:(?![\u00a0\u3000])\s)+/u).filter((word) => word !== '');
  return (between.length > 0 ? between : ['']).flatMap((word, index) =>
    (WITHOUT_BLANKS.test(word) ? withoutBlanks(word) : [word]).map(
      (text, part): Piece => ({ text, blank: index > 0 && part === 0 ? ' ' : '' }),
    ),
  );
};

const withoutBlanks = (text: string): string[] => {
  words ??= new Intl.Segmenter('en', { granularity: 'word' });
  const pieces: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = pieces.at(-1);
    const joined =
      last !== undefined &&
      (NOT_FIRST.test(segment) || NOT_LAST.test(last) || !(WITHOUT_BLANKS.test(last) || WITHOUT_BLANKS.test(segment)));
    if (joined) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
};

/** Splits a text into graphemes: letters with their marks, emoji of several parts. */
export const graphemesOf = (text: string): string[] => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII but the end of a line
  if (/^[\x00-\x0c\x0e-\x7f]*$/.test(text)) return [...text];
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
};
