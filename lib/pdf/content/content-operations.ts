import {
  BACKSLASH,
  beginsNumber,
  CLOSE_BRACKET,
  endOfComment,
  endOfHexString,
  endOfInlineImage,
  endOfString,
  GREATER,
  isRegular,
  LESS,
  OPEN,
  OPEN_BRACKET,
  PERCENT,
  SLASH,
} from '../file/lexical.ts';

/** A place in the content: from `start` up to, but not including, `end`. */
interface Span {
  start: number;
  end: number;
}

/** An operand (ISO 32000-2 section 7.8.2). A dictionary's items are its keys and values in turn. */
export type Operand = Span &
  (
    | { kind: 'number'; value: number }
    | { kind: 'name'; name: string }
    | { kind: 'string'; bytes: Uint8Array }
    | { kind: 'array' | 'dictionary'; items: Operand[] }
    | { kind: 'other' }
  );

/** An operator with its operands. */
export interface Operation extends Span {
  operator: string;
  operands: Operand[];
}

/** Operators that show text. */
export const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** The strings, and the distances between them, that such an operation shows. */
export const shownItems = ({ operands }: Operation): Operand[] => {
  const last = operands.at(-1);
  if (last?.kind === 'array') return last.items;
  return last ? [last] : [];
};

/** An operand's number; 0 for anything else. */
export const numberIn = (operand: Operand | undefined): number => (operand?.kind === 'number' ? operand.value : 0);

/** Deeper nesting is hostile and would exhaust the stack: inner operands are read as outer ones. */
const DEEPEST = 16;
/** The most operands of an operator. */
const MOST_OPERANDS = 10_000;

/** Passes every operation of a page's content to `visit`, in order. Skips malformed parts, as viewers do. */
export const readOperations = (content: Uint8Array, visit: (operation: Operation) => void): void => {
  let open: Operand[][] = [[]];
  let starts: number[] = [];
  let first = -1;
  let at = 0;

  const add = (operand: Operand): void => {
    if (first < 0) first = operand.start;
    const items = open.at(-1) ?? [];
    if (items.length < MOST_OPERANDS) items.push(operand);
  };
  const enter = (): void => {
    if (first < 0) first = at;
    if (open.length > DEEPEST) return;
    starts.push(at);
    open.push([]);
  };
  const leave = (kind: 'array' | 'dictionary', end: number): void => {
    const start = starts.pop();
    const items = start === undefined ? undefined : open.pop();
    if (start !== undefined && items) add({ kind, items, start, end });
  };
  const operate = (operator: string, start: number, end: number): void => {
    visit({ operator, operands: open[0] ?? [], start: first < 0 ? start : first, end });
    open = [[]];
    starts = [];
    first = -1;
  };

  while (at < content.length) {
    const byte = content[at] as number;
    if (isRegular(byte)) {
      const start = at;
      while (isRegular(content[at])) at++;
      const word = text(content, start, at);
      if (beginsNumber(byte)) add({ kind: 'number', value: numberOf(word), start, end: at });
      else if (word === 'true' || word === 'false' || word === 'null') add({ kind: 'other', start, end: at });
      else {
        if (word === 'ID') at = endOfInlineImage(content, at);
        operate(word, start, at);
      }
    } else if (byte === SLASH) {
      const start = at++;
      while (isRegular(content[at])) at++;
      add({ kind: 'name', name: nameOf(text(content, start + 1, at)), start, end: at });
    } else if (byte === OPEN) {
      const end = endOfString(content, at);
      add({ kind: 'string', bytes: literalBytes(content, at + 1, end - 1), start: at, end });
      at = end;
    } else if (byte === LESS && content[at + 1] === LESS) {
      enter();
      at += 2;
    } else if (byte === LESS) {
      const end = endOfHexString(content, at);
      const digits = text(content, at + 1, end - 1).replace(/[^0-9a-fA-F]/g, '');
      add({ kind: 'string', bytes: Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'), start: at, end });
      at = end;
    } else if (byte === GREATER && content[at + 1] === GREATER) {
      at += 2;
      leave('dictionary', at);
    } else if (byte === OPEN_BRACKET) {
      enter();
      at++;
    } else if (byte === CLOSE_BRACKET) {
      at++;
      leave('array', at);
    } else if (byte === PERCENT) at = endOfComment(content, at);
    else at++;
  }
};

const text = (content: Uint8Array, start: number, end: number): string => {
  let word = '';
  for (let at = start; at < end; at++) word += String.fromCharCode(content[at] as number);
  return word;
};

/** Some producers write `--5`, `5-3` and `.`; viewers accept them. */
const numberOf = (word: string): number => {
  const value = Number.parseFloat(word.replace(/^[+-]+(?=[-+])/, ''));
  return Number.isFinite(value) ? value : 0;
};

const nameOf = (word: string): string =>
  word.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** A literal string's bytes (ISO 32000-2 section 7.3.4.2). */
const literalBytes = (content: Uint8Array, start: number, end: number): Uint8Array => {
  const bytes: number[] = [];
  for (let at = start; at < end; at++) {
    const byte = content[at] as number;
    if (byte === 13) {
      bytes.push(10);
      if (content[at + 1] === 10) at++;
    } else if (byte !== BACKSLASH) bytes.push(byte);
    else {
      at++;
      const octal = /^[0-7]{1,3}/.exec(text(content, at, Math.min(at + 3, end)))?.[0];
      const next = content[at] as number;
      if (octal !== undefined) {
        bytes.push(Number.parseInt(octal, 8) & 255);
        at += octal.length - 1;
      } else if (next === 13 || next === 10) {
        if (next === 13 && content[at + 1] === 10) at++;
      } else if (at < end) bytes.push(ESCAPES[String.fromCharCode(next)] ?? next);
    }
  }
  return Uint8Array.from(bytes);
};
