import {
  CLOSE,
  CLOSE_BRACKET,
  code,
  endOfComment,
  endOfHexString,
  endOfString,
  GREATER,
  isRegular,
  LESS,
  OPEN,
  OPEN_BRACKET,
  PERCENT,
  SLASH,
} from './lexical.ts';

/** The library never comes to the end of such an object: it stays at a sign that stands outside of strings. */
class EndlessObjectError extends Error {
  constructor() {
    super('An object has a sign that ends nothing');
    this.name = 'EndlessObjectError';
  }
}

/**
 * Bytes of a text that count as a value: the library keeps names and strings in lists of characters while it reads
 * them.
 */
const TEXT = 8;
/** Times that a file may be looked through: objects of sound files don't overlap. */
const MOST_LOOKS = 4;

const OBJECT = 'obj';
const TRAILER = 'trailer';
const WHITESPACE = new Set([0, 9, 10, 12, 13, 32]);
const [ZERO, NINE] = [code('0'), code('9')];
const [DOT, PLUS, MINUS] = [code('.'), code('+'), code('-')];
const [OPEN_BRACE, CLOSE_BRACE] = [code('{'), code('}')];

/**
 * Counts the values of all places of a file at which the library may find an object, wherever its tables say that one
 * is. Calls `count` before the library makes anything of them; throws what that throws, and `EndlessObjectError`.
 */
export const countFileValues = (file: Buffer, count: (values: number) => void): void => {
  const look = looker(file, count);
  for (let at = file.indexOf(OBJECT); at >= 0; at = file.indexOf(OBJECT, at + 1)) {
    if (mayEndNumber(file[at - 1])) look(at + OBJECT.length);
  }
  for (let at = file.indexOf(TRAILER); at >= 0; at = file.indexOf(TRAILER, at + 1)) look(at + TRAILER.length);
};

/**
 * The same for the unpacked bytes of an object stream (ISO 32000-2 section 7.5.7), whose objects begin at `first` or
 * later.
 */
export const countStreamValues = (content: Buffer, first: number, count: (values: number) => void): void => {
  const index = content.toString('latin1', 0, first).match(/\d+/g) ?? [];
  count(index.length);
  const look = looker(content, count);
  for (let entry = 1; entry < index.length; entry += 2) look(first + Number(index[entry]));
};

const mayEndNumber = (byte = 0): boolean => WHITESPACE.has(byte) || (byte >= ZERO && byte <= NINE);

const looker = (content: Buffer, count: (values: number) => void): ((start: number) => void) => {
  let left = MOST_LOOKS * content.length;
  return (start) => {
    left -= countObject(content, start, count) - start;
    if (left < 0) count(Number.POSITIVE_INFINITY);
  };
};

/** Counts one object's values, and the token behind it, which the library reads, too. Returns its end. */
const countObject = (content: Buffer, start: number, count: (values: number) => void): number => {
  let [at, depth, isOver] = [start, 0, false];
  while (at < content.length) {
    const byte = content[at] as number;
    const begin = at;
    if (WHITESPACE.has(byte)) {
      at++;
      continue;
    }
    if (byte === PERCENT) {
      at = endOfComment(content, at);
      continue;
    }
    if (byte === OPEN) at = endOfString(content, at);
    else if (byte === LESS && content[at + 1] !== LESS) at = endOfHexString(content, at);
    else if (byte === SLASH) at = endOfRegular(content, at + 1);
    if (at > begin) count(1 + (at - begin) / TEXT);
    else if (byte === LESS || byte === OPEN_BRACKET) {
      depth++;
      at += byte === LESS ? 2 : 1;
      count(1);
    } else if (byte === GREATER || byte === CLOSE_BRACKET) {
      depth--;
      at += byte === GREATER && content[at + 1] === GREATER ? 2 : 1;
    } else if (byte === CLOSE || byte === OPEN_BRACE || byte === CLOSE_BRACE) {
      if (depth > 0) throw new EndlessObjectError();
      return at;
    } else {
      at = endOfRegular(content, at);
      count(1 + splitsIn(content, begin, at));
    }
    if (isOver) return at;
    isOver = depth <= 0;
  }
  return at;
};

const endOfRegular = (content: Buffer, start: number): number => {
  let at = start;
  while (isRegular(content[at])) at++;
  return at;
};

/** Places at which the library ends a number within a word: `1-2` are two. */
const splitsIn = (content: Buffer, start: number, end: number): number => {
  let [splits, dots] = [0, 0];
  for (let at = start + 1; at < end; at++) {
    const byte = content[at];
    if (byte === PLUS || byte === MINUS) splits++;
    else if (byte === DOT && dots++ > 0) splits++;
  }
  return splits;
};
