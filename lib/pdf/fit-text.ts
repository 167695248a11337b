import { graphemesOf, type Piece, piecesOf } from './line-breaks.ts';

/** A line, and the paragraph that it is a part of. */
export interface BrokenLine {
  text: string;
  of: string;
}

/** Text broken into lines at a size at which all of it fits its box. */
interface FittedText {
  lines: BrokenLine[];
  size: number;
}

/** The width of a line of a paragraph at a size of 1 point. */
export type Measure = (line: string, of: string) => number;

/** Baseline to baseline, as a multiple of the size, where no letter needs more. */
export const LINE_HEIGHT = 1.2;

/** Below this size a single line is broken before it is made smaller still. */
const LEAST_READABLE = 4;

/** Nothing is set smaller than this: what needs less is far beyond what a box was meant for. */
const LEAST_SIZE = 0.5;

/** How closely the size is sought. */
const PRECISION = 0.1;

interface FitOptions {
  largest: number;
  multiline: boolean;
  /** Baseline to baseline, as a multiple of the size. */
  lineHeight?: number;
}

/**
 * Fits a text to a box: as one line unless `multiline`, shrunk from `largest` down to 4 points; a text that does not
 * fit then is broken into lines, and made smaller until all of it does. A value is never cut off: what is too small on
 * paper can still be magnified, searched and copied.
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
  const broken = (candidate: number): BrokenLine[] => wrap(source, box.width / candidate, measure);
  let [fitting, tooLarge] = [LEAST_SIZE, largest + PRECISION];
  while (tooLarge - fitting > PRECISION) {
    const candidate = (fitting + tooLarge) / 2;
    if (broken(candidate).length * candidate * lineHeight <= box.height) fitting = candidate;
    else tooLarge = candidate;
  }
  return { lines: broken(fitting), size: fitting };
};

/** Breaks a text into lines no wider than `width`, between words where it can. Keeps its own line breaks. */
export const wrap = (text: string, width: number, measure: Measure): BrokenLine[] =>
  text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((of) => {
    const fits = (line: string): boolean => measure(line, of) <= width;
    return linesOf(piecesOf(of), fits).map((line) => ({ text: line, of }));
  });

const linesOf = (pieces: Piece[], fits: (line: string) => boolean): string[] => {
  const lines: string[] = [];
  /** What a cut piece left for the next line. */
  let rest = '';
  let at = 0;
  do {
    const lineOf = (count: number): string => rest + joined(pieces.slice(at, at + count), rest === '');
    const count = largestFitting(pieces.length - at, (some) => fits(lineOf(some)));
    if (count > 0 || rest !== '') {
      lines.push(lineOf(count));
      rest = '';
      at += count;
      continue;
    }
    // The piece at hand is wider than a line: what is left of it begins the next.
    const cut = cutPiece(pieces[at]?.text ?? '', fits);
    lines.push(...cut.slice(0, -1));
    rest = cut.at(-1) ?? '';
    at++;
  } while (at < pieces.length || rest !== '');
  return lines;
};

const joined = (pieces: Piece[], first: boolean): string =>
  pieces.map(({ text, blank }, index) => (first && index === 0 ? text : blank + text)).join('');

/** Cuts a word that is wider than a line between characters as readers see them. */
const cutPiece = (word: string, fits: (line: string) => boolean): string[] => {
  const characters = graphemesOf(word);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; ) {
    const piece = (count: number): string => characters.slice(at, at + count).join('');
    const count = Math.max(
      1,
      largestFitting(characters.length - at, (some) => fits(piece(some))),
    );
    pieces.push(piece(count));
    at += count;
  }
  return pieces.length > 0 ? pieces : [''];
};

/** The largest count up to `most` that fits, sought in growing steps; 0 where not even one does. */
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
