/** The lexical rules of content streams (ISO 32000-2 section 7.2), byte by byte. */
export const code = (character: string): number => character.charCodeAt(0);

const WHITESPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map(code));
const REGULAR = Uint8Array.from({ length: 256 }, (_, byte) => (WHITESPACE.has(byte) || DELIMITERS.has(byte) ? 0 : 1));

/** True for a byte of a name, a number or an operator; false at the end. */
export const isRegular = (byte: number | undefined): boolean => byte !== undefined && REGULAR[byte] === 1;

export const OPEN = code('(');
export const CLOSE = code(')');
export const BACKSLASH = code('\\');
export const LESS = code('<');
export const GREATER = code('>');
export const PERCENT = code('%');
export const SLASH = code('/');
export const OPEN_BRACKET = code('[');
export const CLOSE_BRACKET = code(']');

const [PLUS, MINUS, DOT, ZERO, NINE] = ['+', '-', '.', '0', '9'].map(code) as [number, number, number, number, number];

/** True for the first byte of a number. */
export const beginsNumber = (byte: number): boolean =>
  (byte >= ZERO && byte <= NINE) || byte === MINUS || byte === DOT || byte === PLUS;

/** The most that viewers take for an integer. */
const LARGEST_INTEGER = 2 ** 31 - 1;

/**
 * True for a number that all viewers read alike (ISO 32000-2 section 7.3.3), false for `--5`, `5-3`, `1.2.3`, `1e3` or
 * `9999999999`.
 */
export const isPlainNumber = (word: string): boolean =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word) && (word.includes('.') || Math.abs(Number(word)) <= LARGEST_INTEGER);

/**
 * End of the comment that begins at `start`. The next two work alike: they return the end of the token, or of the
 * content.
 */
export const endOfComment = (content: Uint8Array, start: number): number => {
  let at = start;
  while (at < content.length && content[at] !== 10 && content[at] !== 13) at++;
  return at;
};

export const endOfString = (content: Uint8Array, start: number): number => {
  let nesting = 0;
  for (let at = start; at < content.length; at++) {
    if (content[at] === BACKSLASH) at++;
    else if (content[at] === OPEN) nesting++;
    else if (content[at] === CLOSE && --nesting === 0) return at + 1;
  }
  return content.length;
};

export const endOfHexString = (content: Uint8Array, start: number): number => {
  const end = content.indexOf(GREATER, start);
  return end < 0 ? content.length : end + 1;
};

/** The end of an inline image whose ID is before `start`: its data are binary, and end at EI between white space. */
export const endOfInlineImage = (content: Uint8Array, start: number): number => {
  for (let at = start + 1; at < content.length; at++) {
    const found = content[at] === code('E') && content[at + 1] === code('I');
    if (found && WHITESPACE.has(content[at - 1] ?? 0) && !isRegular(content[at + 2])) return at + 2;
  }
  return content.length;
};
