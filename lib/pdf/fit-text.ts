/** Text broken into lines at a size at which all of it fits its box. */
export interface FittedText {
  lines: string[];
  size: number;
}

/** The width of a line at a size of 1 point. */
export type Measure = (line: string) => number;

/** Baseline to baseline, as a multiple of the size. */
export const LINE_HEIGHT = 1.2;

/** Below this size a single line is broken before it is made smaller still. */
const LEAST_READABLE = 4;

/** Nothing is set smaller than this: what needs less is far beyond what a box was meant for. */
const LEAST_SIZE = 0.5;

/** How closely the size is sought. */
const PRECISION = 0.1;

/**
 * Fits a text to a box: as one line unless `multiline`, shrunk from `largest` down to 4 points; a text that does not
 * fit then is broken into lines, and made smaller until all of it does. A value is never cut off: what is too small on
 * paper can still be magnified, searched and copied.
 */
export const fitText = (
  text: string,
  box: { width: number; height: number },
  options: { largest: number; multiline: boolean },
  measure: Measure,
): FittedText => {
  const single = text.replace(/\s*\n\s*/g, ' ');
  const width = measure(single);
  const size = Math.min(options.largest, box.height / LINE_HEIGHT, width > 0 ? box.width / width : options.largest);
  if (!options.multiline && size >= LEAST_READABLE) return { lines: [single], size };

  const source = options.multiline ? text : single;
  const broken = (candidate: number): string[] => wrap(source, box.width / candidate, measure);
  let [fitting, tooLarge] = [LEAST_SIZE, options.largest + PRECISION];
  while (tooLarge - fitting > PRECISION) {
    const candidate = (fitting + tooLarge) / 2;
    if (broken(candidate).length * candidate * LINE_HEIGHT <= box.height) fitting = candidate;
    else tooLarge = candidate;
  }
  return { lines: broken(fitting), size: fitting };
};

/** Breaks a text into lines no wider than `width`, between words where it can. Keeps its own line breaks. */
export const wrap = (text: string, width: number, measure: Measure): string[] =>
  text.split(/\r\n|\r|\n/).flatMap((paragraph) => wrapParagraph(paragraph, width, measure));

const wrapParagraph = (paragraph: string, width: number, measure: Measure): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/[^\S\u00a0]+/u)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, width, measure);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
};

/** Cuts a word that is wider than a line, and the text of scripts that put no spaces between words. */
const breakWord = (word: string, width: number, measure: Measure): string[] => {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
};
