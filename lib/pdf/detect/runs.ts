import type { Rectangle } from './rectangle.ts';
import type { Character } from './shapes.ts';

/** A text on one line, without the characters that stand for a blank. */
export interface Run extends Rectangle {
  text: string;
  /** Left edge of the character at each place of the text. */
  starts: number[];
}

/** Characters in a row that stand for a blank: underscores or dots. */
export interface Leader extends Rectangle {
  /** Place of the ink across. */
  at: number;
  dots: boolean;
}

export interface Texts {
  runs: Run[];
  leaders: Leader[];
  /** Brackets around a space to tick, and characters that look like one. */
  boxes: (Rectangle & { round: boolean })[];
}

/** A gap that ends a run, and one that separates words, as multiples of the line's height. */
const COLUMN_GAP = 1.1;
const WORD_GAP = 0.16;
/** Share of the lesser height that characters of one line have in common. */
const SAME_LINE = 0.6;

/**
 * A font's height as a multiple of the ink's that is more than a line's: for capitals, digits and letters that rise,
 * and for all others.
 */
const TALL = { risen: 2, low: 2.4 };
const RISEN = /[\p{Lu}\p{Nd}bdfhklß]/u;

const SQUARES = /^[\u2610\u25a1\u25a2\u25fb\u25fd\u274f-\u2752\u2b1c\uf06f\uf0a8\uf071\uf072\uf0a3]$/u;
const CIRCLES = /^[\u25cb\u25ef\u274d\u26aa\u2b58\uf0a1]$/u;
const DOTS = /^[.\u2026\u00b7\u2024]$/u;

/** Sorts a page's characters, in PDFium's order, into texts, blanks made of characters, and boxes to tick. */
export const textsOf = (characters: readonly Character[]): Texts => {
  const texts: Texts = { runs: [], leaders: [], boxes: [] };
  const words: Character[] = [];
  let index = 0;
  while (index < characters.length) {
    const character = characters[index] as Character;
    const length = fillLength(characters, index);
    if (length > 0) {
      addLeader(characters.slice(index, index + length), texts);
      index += length;
      continue;
    }
    const box = boxAt(characters, index);
    if (box) {
      texts.boxes.push(box.shape);
      index += box.length;
      continue;
    }
    words.push(character);
    index++;
  }
  texts.runs = runsOf(words);
  return texts;
};

const isLow = (character: Character): boolean => character.text === '_' || DOTS.test(character.text);

/** The number of equal filling characters from `index` on; 0 for too few. */
const fillLength = (characters: readonly Character[], index: number): number => {
  const first = characters[index] as Character;
  if (!isLow(first)) return 0;
  const isLine = first.text === '_';
  let end = index + 1;
  for (let before = first; end < characters.length; end++) {
    const next = characters[end] as Character;
    if (isLine ? next.text !== '_' : !DOTS.test(next.text)) break;
    const size = next.top - next.bottom;
    if (!isSameLine(before, next) || next.left - before.right > size * (isLine ? 0.5 : 1.6) || next.left < before.left)
      break;
    before = next;
  }
  // Two underscores are a part of a name, but for those of a year: "20__".
  if (isLine && end - index === 2 && !/^\d$/u.test(characters[index - 1]?.text ?? '')) return 0;
  return end - index >= (isLine ? 2 : first.text === '\u2026' ? 2 : 4) ? end - index : 0;
};

const addLeader = (characters: readonly Character[], { leaders }: Texts): void => {
  const [first, last] = [characters[0] as Character, characters.at(-1) as Character];
  const { bottom, top } = first;
  const at = first.ink ? (first.ink.bottom + first.ink.top) / 2 : bottom;
  const width = last.right - first.left;
  const dots = first.text !== '_';
  // Dots with spaces lead the eye to a number or a box at the end of the line.
  const pitch = (last.left - first.left) / Math.max(1, characters.length - 1);
  if (dots && first.text !== '\u2026' && pitch > 0.45 * (top - bottom)) return;
  if (width < (dots ? 24 : 8)) return;
  leaders.push({ left: first.left, right: last.right, bottom, top, at, dots });
};

const boxAt = (
  characters: readonly Character[],
  index: number,
): { shape: Texts['boxes'][number]; length: number } | undefined => {
  const first = characters[index] as Character;
  if (SQUARES.test(first.text)) return { shape: { ...inkOr(first), round: false }, length: 1 };
  if (CIRCLES.test(first.text)) return { shape: { ...inkOr(first), round: true }, length: 1 };
  const square = first.text === '[';
  if (!square && first.text !== '(') return undefined;
  const next = characters[index + 1];
  const within = next?.text === '_' ? 1 : 0;
  const last = characters[index + 1 + within];
  if (last?.text !== (square ? ']' : ')') || !isSameLine(first, last)) return undefined;
  const height = first.top - first.bottom;
  const gap = last.left - first.right;
  if (gap < 0.12 * height || gap > 1.6 * height) return undefined;
  const after = characters[index + 2 + within];
  if (!square && !(after && /\p{L}/u.test(after.text) && gap < height)) return undefined;
  const shape = { left: first.left, right: last.right, bottom: first.bottom, top: first.top, round: false };
  return { shape, length: 2 + within };
};

/** The box of a character's ink, or of its font where PDFium knows none. */
const inkOr = ({ ink, left, bottom, right, top }: Character): Rectangle =>
  ink && ink.right - ink.left > 2 ? { ...ink } : { left, bottom, right, top };

const isSameLine = (a: Rectangle, b: Rectangle): boolean => {
  const height = Math.min(a.top - a.bottom, b.top - b.bottom);
  return Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom) > SAME_LINE * height;
};

const joinedInk = (a: Rectangle | null, b: Rectangle | null): Rectangle | null =>
  a && b ? { ...a, bottom: Math.min(a.bottom, b.bottom), top: Math.max(a.top, b.top) } : (a ?? b);

const runsOf = (characters: readonly Character[]): Run[] => {
  const runs: Run[] = [];
  const inks: (Rectangle | null)[] = [];
  let last: Character | undefined;
  // The letters of a ligature have one place, so that nothing is known of the room behind it.
  let isLigature = false;
  for (const character of characters) {
    const run = runs.at(-1);
    const height = character.top - character.bottom;
    const gap = last ? Math.max(character.left - last.right, last.left - character.right) : 0;
    if (run && last && isSameLine(last, character) && gap < COLUMN_GAP * height) {
      const added = (character.spaced || (gap > WORD_GAP * height && !isLigature) ? ' ' : '') + character.text;
      run.text += added;
      for (let index = 0; index < added.length; index++) run.starts.push(character.left);
      run.left = Math.min(run.left, character.left);
      run.right = Math.max(run.right, character.right);
      run.bottom = Math.min(run.bottom, character.bottom);
      run.top = Math.max(run.top, character.top);
      inks.push(joinedInk(inks.pop() ?? null, character.ink));
    } else {
      const { text, left, right, bottom, top } = character;
      runs.push({ text, left, right, bottom, top, starts: Array<number>(text.length).fill(left) });
      inks.push(character.ink);
    }
    isLigature = last !== undefined && Math.abs(last.left - character.left) < 0.01;
    last = character;
  }
  runs.forEach((run, index) => {
    const ink = inks[index];
    if (!ink) return;
    const height = ink.top - ink.bottom;
    // Some fonts, above all Japanese ones, claim far more height than their letters take.
    const most = RISEN.test(run.text) ? TALL.risen : TALL.low;
    if (height < 4 || run.top - run.bottom < most * height) return;
    run.bottom = ink.bottom - height / 6;
    run.top = ink.top + height / 6;
  });
  return runs;
};
