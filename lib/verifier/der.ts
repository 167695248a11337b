import { type Bytes, unreadable } from './bytes.ts';

/**
 * An element of DER (X.690): the one form that each value has. Whatever can be written in two ways is refused, so that
 * no byte of a structure can be another without being noticed.
 */
export interface Der {
  tag: number;
  /** The whole element, with its tag and length. */
  whole: Bytes;
  content: Bytes;
  /** Elements inside of a constructed one. */
  parts: readonly Der[];
}

const CONSTRUCTED = 0x20;
const DEEPEST = 40;
const MOST_ELEMENTS = 100_000;

/** Reads the element at the beginning of the bytes. Throws `UnreadableError` unless it is DER. */
export const readDer = (bytes: Bytes): Der => {
  let left = MOST_ELEMENTS;
  const readAt = (at: number, end: number, depth: number): Der => {
    left -= 1;
    if (left < 0 || depth > DEEPEST) return unreadable('too many elements');
    const { tag, from, to } = header(bytes, at, end);
    const parts: Der[] = [];
    if (tag & CONSTRUCTED) {
      for (let next = from; next < to; next += parts.at(-1)?.whole.length ?? 1) parts.push(readAt(next, to, depth + 1));
    }
    return { tag, whole: bytes.subarray(at, to), content: bytes.subarray(from, to), parts };
  };
  return readAt(0, bytes.length, 0);
};

/** Reads bytes that are one element and nothing else. */
export const readWholeDer = (bytes: Bytes): Der => {
  const read = readDer(bytes);
  return read.whole.length === bytes.length ? read : unreadable('more bytes');
};

const header = (bytes: Bytes, at: number, end: number): { tag: number; from: number; to: number } => {
  const tag = bytes[at] ?? unreadable('no element');
  const first = bytes[at + 1] ?? unreadable('no length');
  if ((tag & 0x1f) === 0x1f) return unreadable('a tag of several bytes');
  let from = at + 2;
  let length = first;
  if (first >= 0x80) {
    const size = first & 0x7f;
    if (size === 0 || size > 4 || from + size > end) return unreadable('an odd length');
    length = 0;
    for (let step = 0; step < size; step++) length = length * 256 + (bytes[from + step] ?? 0);
    if (length < 0x80 || length < 256 ** (size - 1)) return unreadable('an odd length');
    from += size;
  }
  return from + length <= end ? { tag, from, to: from + length } : unreadable('an odd length');
};

export const SEQUENCE = 0x30;
export const SET = 0x31;
export const INTEGER = 0x02;
const BIT_STRING = 0x03;
export const OCTET_STRING = 0x04;
export const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;
/** A constructed element with a tag of its context. */
export const tagged = (number: number): number => 0xa0 | number;

/** The element, if it has this tag. Throws `UnreadableError` otherwise. */
export const expectTag = (element: Der | undefined, tag: number): Der =>
  element?.tag === tag ? element : unreadable(`no element with the tag ${tag.toString(16)}`);

export const partsOf = (element: Der | undefined, tag = SEQUENCE): readonly Der[] => expectTag(element, tag).parts;

/** An object identifier in dots. */
export const oid = (element: Der | undefined): string => {
  const { content } = expectTag(element, OBJECT_IDENTIFIER);
  const numbers: number[] = [];
  let value = 0;
  for (const byte of content) {
    if (value === 0 && byte === 0x80) return unreadable('an odd identifier');
    value = value * 128 + (byte & 0x7f);
    if (value > Number.MAX_SAFE_INTEGER / 256) return unreadable('an odd identifier');
    if (byte >= 0x80) continue;
    numbers.push(value);
    value = 0;
  }
  if (numbers.length === 0 || (content.at(-1) ?? 0x80) >= 0x80) return unreadable('no whole identifier');
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - 40 * top, ...rest].join('.');
};

/** A small number, not below zero. */
export const smallInteger = (element: Der | undefined): number => {
  const { content } = expectTag(element, INTEGER);
  if (content.length !== 1 || (content[0] ?? 0) > 127) return unreadable('no small number');
  return content[0] ?? 0;
};

/** Bytes of a bit string without unused bits. */
export const bits = (element: Der | undefined): Bytes => {
  const { content } = expectTag(element, BIT_STRING);
  return content[0] === 0 ? content.subarray(1) : unreadable('a bit string with unused bits');
};

/** A UTCTime or GeneralizedTime, as RFC 5280 section 4.1.2.5 has them; tokens may have fractions of seconds. */
export const time = (element: Der | undefined): Date => {
  const text = String.fromCharCode(...(element?.content ?? []).slice(0, 40));
  const short = element?.tag === 0x17 ? /^(\d\d)(\d{4})(\d{6})Z$/.exec(text) : null;
  const long = element?.tag === 0x18 ? /^(\d{4})(\d{4})(\d{6})(\.\d{1,9})?Z$/.exec(text) : null;
  const [, year = '', day = '', clock = '', fraction = ''] = short ?? long ?? [];
  const full = short ? `${Number(year) < 50 ? '20' : '19'}${year}` : year;
  const digits = (value: string) => value.match(/\d\d/g) ?? [];
  const date = new Date(`${full}-${digits(day).join('-')}T${digits(clock).join(':')}${fraction.slice(0, 4)}Z`);
  return Number.isNaN(date.getTime()) ? unreadable('no time') : date;
};
