import { graphemesOf, type Piece, piecesOf } from './line-breaks.ts';

/** A line and its paragraph. */
export interface BrokenLine {
  text: string;
  of: string;
}

/** Text broken into lines, at a size at which all of it fits its box. */
interface FittedText {
  lines: BrokenLine[];
  size: number;
}

/** Measures the width of a paragraph's line at a size of 1 point. */
export type Measure = (line: string, of: string) => number;

/** Baseline to baseline, as a multiple of the size, if no letter needs more. */
export const LINE_HEIGHT = 1.2;

/** Below this size a single line is broken before it shrinks further. */
const LEAST_READABLE = 4;

/** Smallest size of text: a text that needs less is far beyond what the box is for. */
const LEAST_SIZE = 0.5;

/** Precision of the size. */
const PRECISION = 0.1;

/** The most words of a line, at any size. */
const MOST_PIECES = 5000;

interface FitOptions {
  largest: number;
  multiline: boolean;
  /** Baseline to baseline, as a multiple of the size. */
  lineHeight?: number;
}

/**
 * Fits a text to a box: as one line unless `multiline`, shrunk from `largest` down to 4 points; if it still doesn't
 * fit, it is broken into lines, and shrunk until all of it fits. A value is never cut off: a small text can be
 * magnified, searched and copied.
 */
export const fitText = (
  text: string,
  box: { width: number; height: number },
  { largest, multiline, lineHeight = LINE_HEIGHT }: FitOptions,
  measure: Measure,
): FittedText => {
  const single = text.replace(/\s*\n\s*/g, ' ');
  const width = measure(single, single);
  const size = Math.min(largest, box.height / lineHeight, width > 0 ? box.width / width : largest);
  if (!multiline && size >= LEAST_READABLE) return { lines: [{ text: single, of: single }], size };

  const source = multiline ? text : single;
  const fits = (lines: BrokenLine[], candidate: number): boolean => lines.length * candidate * lineHeight <= box.height;
  const broken = (candidate: number, exact: boolean): BrokenLine[] =>
    wrap(source, box.width / candidate, measure, exact);
  let [fitting, tooLarge] = [LEAST_SIZE, largest + PRECISION];
  while (tooLarge - fitting > PRECISION) {
    const candidate = (fitting + tooLarge) / 2;
    if (fits(broken(candidate, false), candidate)) fitting = candidate;
    else tooLarge = candidate;
  }
  // In some scripts words interact, so lines may become a little wider than their words.
  let lines = broken(fitting, true);
  while (!fits(lines, fitting) && fitting > LEAST_SIZE) {
    fitting = Math.max(LEAST_SIZE, fitting - PRECISION);
    lines = broken(fitting, true);
  }
  return { lines, size: fitting };
};

/**
 * Breaks a text into lines no wider than `width`, if possible between words. Keeps its own line breaks. Unless `exact`,
 * a line's width is the sum of its words' widths, which are measured once.
 */
export const wrap = (text: string, width: number, measure: Measure, exact = true): BrokenLine[] =>
  text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((of) => {
    const widthOf = (line: string): number => measure(line, of);
    return linesOf(piecesOf(of), width, widthOf, exact).map((line) => ({ text: line, of }));
  });

const linesOf = (pieces: Piece[], width: number, widthOf: (line: string) => number, exact: boolean): string[] => {
  const lines: string[] = [];
  const fits = (line: string): boolean => widthOf(line) <= width;
  const blankAfter = (text: string): number => (text === '' ? 0 : widthOf(`${text} `) - widthOf(text));
  /** The rest of a cut piece, for the next line. */
  let rest = '';
  let at = 0;
  do {
    const lineOf = (count: number): string => rest + joined(pieces.slice(at, at + count), rest === '');
    let count = 0;
    let [sum, before] = [rest === '' ? 0 : widthOf(rest), rest];
    for (const { text, blank } of pieces.slice(at, at + MOST_PIECES)) {
      sum += widthOf(text) + (blank === '' || (count === 0 && rest === '') ? 0 : blankAfter(before));
      if (sum > width) break;
      before = text;
      count++;
    }
    if (exact) {
      while (count > 0 && !fits(lineOf(count))) count--;
      while (at + count < pieces.length && count < MOST_PIECES && fits(lineOf(count + 1))) count++;
    }
    if (count > 0 || rest !== '') {
      lines.push(lineOf(count));
      rest = '';
      at += count;
      continue;
    }
    // The piece is wider than a line; its rest begins the next.
    const cut = cutPiece(pieces[at]?.text ?? '', fits);
    lines.push(...cut.slice(0, -1));
    rest = cut.at(-1) ?? '';
    at++;
  } while (at < pieces.length || rest !== '');
  return lines;
};

const joined = (pieces: Piece[], first: boolean): string =>
  pieces.map(({ text, blank }, index) => (first && index === 0 ? text : blank + text)).join('');

/**
 * Cuts a word that is wider than a line: an address or a file's name at its signs, so that its own words stay whole,
 * anything else between graphemes.
 */
const cutPiece = (word: string, fits: (line: string) => boolean): string[] => {
  const characters = graphemesOf(word);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; ) {
    const piece = (count: number): string => characters.slice(at, at + count).join('');
    const most = Math.max(
      1,
      largestFitting(characters.length - at, (some) => fits(piece(some))),
    );
    const count = at + most < characters.length ? atSign(characters, at, most) : most;
    pieces.push(piece(count));
    at += count;
  }
  return pieces.length > 0 ? pieces : [''];
};

/**
 * Signs that begin a line of an address, rather than end one as if they were its last (Chicago Manual of Style, 7.46),
 * and that end one.
 */
const BEGINS_LINE = /^[@.,_~?#%&=+-]$/;
const ENDS_LINE = /^[/:;]$/;

/**
 * The largest count up to `most` after which the characters from `at` may be cut at a sign; `most` if there is none.
 */
const atSign = (characters: readonly string[], at: number, most: number): number => {
  for (let count = most; count > 1; count--) {
    const [before = '', next = ''] = [characters[at + count - 1], characters[at + count]];
    if (ENDS_LINE.test(before) && !ENDS_LINE.test(next)) return count;
    if (BEGINS_LINE.test(next) && !BEGINS_LINE.test(before)) return count;
  }
  return most;
};

/** The largest count up to `most` that fits, found in growing steps; 0 if not even one does. */
const largestFitting = (most: number, fits: (count: number) => boolean): number => {
  let [fitting, step] = [0, 1];
  while (fitting < most && fits(Math.min(fitting + step, most))) {
    fitting = Math.min(fitting + step, most);
    step *= 2;
  }
  let tooMany = fitting < most ? Math.min(fitting + step, most) : most + 1;
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (fits(middle)) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
};
