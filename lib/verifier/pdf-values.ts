import { type Bytes, equal, unreadable } from './bytes.ts';

/** Values of PDF (ISO 32000-2 section 7.3), as far as a check needs them. */
export type Value = null | boolean | number | Name | Bytes | Value[] | Dict | Ref | Stream;

export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class Ref {
  readonly number: number;
  readonly generation: number;
  constructor(number: number, generation: number) {
    this.number = number;
    this.generation = generation;
  }
}

export class Dict extends Map<string, Value> {
  /** The name that stands here; undefined for anything else. */
  named(key: string): string | undefined {
    const value = this.get(key);
    return value instanceof Name ? value.name : undefined;
  }
}

/** A stream whose data are not read yet. `length` is what its dictionary states, which may be a reference. */
export class Stream {
  readonly dict: Dict;
  readonly start: number;
  constructor(dict: Dict, start: number) {
    this.dict = dict;
    this.start = start;
  }
}

/**
 * True if both are the same value, whatever the order of a dictionary's entries. References are compared, not followed.
 */
export const same = (a: Value | undefined, b: Value | undefined): boolean => {
  if (a instanceof Name && b instanceof Name) return a.name === b.name;
  if (a instanceof Ref && b instanceof Ref) return a.number === b.number && a.generation === b.generation;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return equal(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => same(one, b[at]));
  if (a instanceof Dict && b instanceof Dict) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && same(value, b.get(key)));
  }
  return a === b;
};

/** All references in a value. */
export const refsIn = (value: Value, found: Ref[] = []): Ref[] => {
  if (value instanceof Ref) found.push(value);
  else if (Array.isArray(value)) for (const one of value) refsIn(one, found);
  else if (value instanceof Dict) for (const one of value.values()) refsIn(one, found);
  else if (value instanceof Stream) refsIn(value.dict, found);
  return found;
};

const DEEPEST = 60;

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0;
const isDelimiter = (byte: number | undefined): boolean =>
  byte !== undefined && '()<>[]{}/%'.includes(String.fromCharCode(byte));
const isRegular = (byte: number | undefined): boolean => byte !== undefined && !isSpace(byte) && !isDelimiter(byte);

const [LESS, GREATER, OPEN, CLOSE, SLASH, PERCENT, HASH, BACKSLASH] = [0x3c, 0x3e, 0x28, 0x29, 0x2f, 0x25, 0x23, 0x5c];

/** Reads values one after the other. Throws `UnreadableError` where something is no PDF; never reads beyond the end. */
export class Reader {
  readonly bytes: Bytes;
  at: number;

  constructor(bytes: Bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Passes blanks and comments. */
  skip(): void {
    for (;;) {
      while (isSpace(this.bytes[this.at])) this.at += 1;
      if (this.bytes[this.at] !== PERCENT) return;
      while (this.at < this.bytes.length && this.bytes[this.at] !== 0x0a && this.bytes[this.at] !== 0x0d) this.at += 1;
    }
  }

  /** The next run of regular characters, at most 40 of them. */
  word(): string {
    this.skip();
    const start = this.at;
    while (isRegular(this.bytes[this.at])) this.at += 1;
    return String.fromCharCode(...this.bytes.subarray(start, Math.min(this.at, start + 40)));
  }

  /** Passes this word, or throws. */
  expect(word: string): void {
    const found = this.word();
    if (found !== word) unreadable(`${found} in the place of ${word} at ${this.at}`);
  }

  integer(): number {
    const word = this.word();
    return /^\d{1,15}$/.test(word) ? Number(word) : unreadable(`no number at ${this.at}`);
  }

  value(depth = 0): Value {
    if (depth > DEEPEST) return unreadable('too deep');
    this.skip();
    const [first, second] = [this.bytes[this.at], this.bytes[this.at + 1]];
    if (first === SLASH) return this.#name();
    if (first === OPEN) return this.#literal();
    if (first === LESS && second === LESS) return this.#dict(depth);
    if (first === LESS) return this.#hex();
    if (first === 0x5b) return this.#array(depth);
    return this.#plain();
  }

  #name(): Name {
    this.at += 1;
    let name = '';
    for (; isRegular(this.bytes[this.at]); this.at += 1) {
      const byte = this.bytes[this.at] ?? 0;
      const digits = String.fromCharCode(this.bytes[this.at + 1] ?? 0, this.bytes[this.at + 2] ?? 0);
      const isEscape = byte === HASH && /^[0-9a-f]{2}$/i.test(digits);
      name += String.fromCharCode(isEscape ? Number.parseInt(digits, 16) : byte);
      if (isEscape) this.at += 2;
    }
    return new Name(name);
  }

  #dict(depth: number): Dict {
    this.at += 2;
    const dict = new Dict();
    for (;;) {
      this.skip();
      if (this.bytes[this.at] === GREATER && this.bytes[this.at + 1] === GREATER) break;
      if (this.bytes[this.at] !== SLASH) return unreadable(`no key at ${this.at}`);
      const { name } = this.#name();
      // Readers choose differently among two values of one key.
      if (dict.has(name)) return unreadable(`${name} stands twice`);
      dict.set(name, this.value(depth + 1));
    }
    this.at += 2;
    return dict;
  }

  #array(depth: number): Value[] {
    this.at += 1;
    const items: Value[] = [];
    for (;;) {
      this.skip();
      if (this.bytes[this.at] === 0x5d) break;
      items.push(this.value(depth + 1));
    }
    this.at += 1;
    return items;
  }

  #hex(): Bytes {
    this.at += 1;
    const end = this.bytes.indexOf(GREATER, this.at);
    if (end < 0) return unreadable('an open string');
    const read: number[] = [];
    let half = -1;
    for (; this.at < end; this.at += 1) {
      const byte = this.bytes[this.at] ?? 0;
      if (isSpace(byte)) continue;
      const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
      if (digit < 0) return unreadable('a digit that is none');
      if (half < 0) half = digit;
      else {
        read.push(16 * half + digit);
        half = -1;
      }
    }
    if (half >= 0) read.push(16 * half);
    this.at = end + 1;
    return Uint8Array.from(read);
  }

  #literal(): Bytes {
    const read: number[] = [];
    let open = 1;
    for (this.at += 1; ; this.at += 1) {
      const byte = this.bytes[this.at] ?? unreadable('an open string');
      if (byte === BACKSLASH) {
        this.#escape(read);
        continue;
      }
      if (byte === OPEN) open += 1;
      if (byte === CLOSE) open -= 1;
      if (open === 0) break;
      read.push(byte);
    }
    this.at += 1;
    return Uint8Array.from(read);
  }

  #escape(read: number[]): void {
    this.at += 1;
    const byte = this.bytes[this.at] ?? 0;
    const octal = /^[0-7]{1,3}/.exec(String.fromCharCode(...this.bytes.subarray(this.at, this.at + 3)))?.[0];
    if (octal) {
      read.push(Number.parseInt(octal, 8) & 0xff);
      this.at += octal.length - 1;
      return;
    }
    if (byte === 0x0d && this.bytes[this.at + 1] === 0x0a) this.at += 1;
    if (byte === 0x0d || byte === 0x0a) return;
    const meant = { n: 10, r: 13, t: 9, b: 8, f: 12 }[String.fromCharCode(byte)];
    read.push(meant ?? byte);
  }

  /** A number, a reference, or one of three words. */
  #plain(): Value {
    const start = this.at;
    const word = this.word();
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (/^\d{1,15}$/.test(word)) {
      const after = this.at;
      const [generation, letter] = [this.word(), this.word()];
      if (letter === 'R' && /^\d{1,5}$/.test(generation)) return new Ref(Number(word), Number(generation));
      this.at = after;
      return Number(word);
    }
    if (/^[+-]*\d*\.?\d*-?\d*$/.test(word) && /\d/.test(word)) return Number.parseFloat(word.replace(/^[+-]*-/, '-'));
    return unreadable(`no value at ${start}`);
  }
}
