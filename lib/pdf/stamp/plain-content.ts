import {
  BACKSLASH,
  CLOSE,
  CLOSE_BRACKET,
  GREATER,
  isRegular,
  LESS,
  OPEN,
  OPEN_BRACKET,
  SLASH,
} from '../file/lexical.ts';

/** Effect of an operator on what may follow it. */
type Effect =
  | 'save'
  | 'restore'
  | 'page'
  | 'path'
  | 'clip'
  | 'paint'
  | 'begin'
  | 'end'
  | 'text'
  | 'mark'
  | 'unmark'
  | 'any';

/** All operators (ISO 32000-2 annex A) but those of inline images, compatibility sections and glyphs. */
const OPERATORS: Record<Effect, string> = {
  save: 'q',
  restore: 'Q',
  page: 'cm sh Do',
  path: 'm l c v y h re',
  clip: 'W W*',
  paint: 'S s f F f* B B* b b* n',
  begin: 'BT',
  end: 'ET',
  text: `Td TD Tm T* Tj TJ ' "`,
  mark: 'BMC BDC',
  unmark: 'EMC',
  any: 'w J j M d ri i gs CS cs SC SCN sc scn G g RG rg K k Tc Tw Tz TL Tf Tr Ts MP DP',
};

/** Operators have up to three characters, which make a number. */
const keyOf = (bytes: Uint8Array, start: number, end: number): number => {
  let key = 0;
  for (let at = start; at < end; at++) key = key * 256 + (bytes[at] as number);
  return key;
};

const EFFECTS = new Map(
  Object.entries(OPERATORS).flatMap(([effect, operators]) =>
    operators.split(' ').map((name): [number, Effect] => [keyOf(Buffer.from(name), 0, name.length), effect as Effect]),
  ),
);

const WORDS = new Set(['true', 'false', 'null']);

/**
 * Number of graphics states that a page's content leaves open; undefined unless it is plain. Plain content consists of
 * known operators in their places (ISO 32000-2 figure 9), restores only what it saved, and ends between two operators,
 * outside of paths, texts and marked content. So what is drawn before it with a q, and after it with as many Q as it
 * needs, neither affects it nor is affected by it. Real content often isn't plain, and viewers show it all the same.
 * The names that it uses are added to `names`.
 */
export const openStates = (content: Uint8Array, names?: Set<string>): number | undefined => {
  const state = new State();
  let [at, operands, nesting] = [0, 0, 0];
  while (at < content.length) {
    const byte = content[at] as number;
    if (isRegular(byte)) {
      const start = at;
      while (isRegular(content[at])) at++;
      const effect = at - start <= 3 ? EFFECTS.get(keyOf(content, start, at)) : undefined;
      if (effect) {
        if (nesting > 0 || !state.apply(effect)) return undefined;
        operands = 0;
      } else if (isNumber(content, start, at) || WORDS.has(text(content, start, at))) operands++;
      else return undefined;
    } else if (byte === SLASH) {
      const start = ++at;
      while (isRegular(content[at])) at++;
      names?.add(text(content, start, at));
      operands++;
    } else if (byte === OPEN) {
      at = afterString(content, at);
      operands++;
    } else if (byte === LESS && content[at + 1] !== LESS) {
      at = afterHexString(content, at);
      operands++;
    } else if (byte === OPEN_BRACKET || byte === LESS) {
      at += byte === LESS ? 2 : 1;
      operands++;
      nesting++;
    } else if (byte === CLOSE_BRACKET || (byte === GREATER && content[at + 1] === GREATER)) {
      at += byte === GREATER ? 2 : 1;
      if (--nesting < 0) return undefined;
    } else if (isBlank(byte)) at++;
    else return undefined;
    if (Number.isNaN(at)) return undefined;
  }
  return operands === 0 && nesting === 0 && state.isBetween ? state.saved : undefined;
};

/** The place in a page's content. */
class State {
  saved = 0;
  #marked = 0;
  #inside: 'page' | 'path' | 'text' = 'page';

  /** True if nothing is begun but graphics states. */
  get isBetween(): boolean {
    return this.#inside === 'page' && this.#marked === 0;
  }

  /** Returns false where an operator has no place. */
  apply(effect: Effect): boolean {
    const inside = this.#inside;
    switch (effect) {
      case 'save':
        this.saved++;
        return inside === 'page';
      case 'restore':
        return inside === 'page' && --this.saved >= 0;
      case 'page':
        return inside === 'page';
      case 'path':
        this.#inside = 'path';
        return inside !== 'text';
      case 'clip':
        return inside === 'path';
      case 'paint':
        this.#inside = 'page';
        return inside !== 'text';
      case 'begin':
        this.#inside = 'text';
        return inside === 'page';
      case 'end':
        this.#inside = 'page';
        return inside === 'text';
      case 'text':
        return inside === 'text';
      case 'mark':
        this.#marked++;
        return inside !== 'path';
      case 'unmark':
        return inside !== 'path' && --this.#marked >= 0;
      case 'any':
        return inside !== 'path';
    }
  }
}

const text = (content: Uint8Array, start: number, end: number): string =>
  Buffer.from(content.buffer, content.byteOffset + start, end - start).toString('latin1');

const [ZERO, NINE, PLUS, MINUS, DOT] = [...'09+-.'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
];

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

/** Digits with a sign before, and one dot among them. */
const isNumber = (content: Uint8Array, start: number, end: number): boolean => {
  let [digits, dots] = [0, 0];
  for (let at = start; at < end; at++) {
    const byte = content[at] as number;
    if (isDigit(byte)) digits++;
    else if (byte === DOT) dots++;
    else if (at > start || (byte !== PLUS && byte !== MINUS)) return false;
  }
  return digits > 0 && dots <= 1;
};

/** The end of a literal string; NaN if it has none. */
const afterString = (content: Uint8Array, start: number): number => {
  let nesting = 0;
  for (let at = start; at < content.length; at++) {
    const byte = content[at];
    if (byte === BACKSLASH) at++;
    else if (byte === OPEN) nesting++;
    else if (byte === CLOSE && --nesting === 0) return at + 1;
  }
  return Number.NaN;
};

/** The end of a hexadecimal string; NaN if it has other characters, or no end. */
const afterHexString = (content: Uint8Array, start: number): number => {
  const end = content.indexOf(GREATER, start);
  if (end < 0) return Number.NaN;
  for (let at = start + 1; at < end; at++) {
    const byte = content[at] as number;
    if (!isDigit(byte) && !isBlank(byte) && !isHexLetter(byte)) return Number.NaN;
  }
  return end + 1;
};

/** Bit 5 tells small letters from capitals. */
const isHexLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 102;

const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13 && byte !== 11) || byte === 0;
