import { fail, invalid } from '../base/errors.ts';
import { jsonFault, placeIn } from './json-fault.ts';

/** Deepest nesting of a body. Code that walks through values needs a bound, and no record comes near it. */
const DEEPEST = 100;

/** No text may have the character U+0000: neither XML nor fonts have it, and programs end a text there. */
export const NO_NULL = 'the character U+0000 is not allowed';

/**
 * Reads JSON that means the same to every program (RFC 7493, 2). Throws `malformed_json` for what is no JSON and for
 * half characters; `invalid` for a name that is given twice, U+0000 and nesting without end.
 */
export const readJson = (text: string): unknown => {
  const value = parsed(text);
  demandPlainStructure(text);
  return value;
};

/** Bytes of a body as text, without a byte order mark (RFC 8259 8.1). Throws `malformed_json` if they are not UTF-8. */
export const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail('malformed_json', { reason: 'it is not encoded in UTF-8' });
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return fail('malformed_json', { reason: jsonFault(text) });
  }
};

/**
 * An object or a list that is being read: the names so far (null in a list), and the name or place of its current
 * member.
 */
interface Open {
  names: Set<string> | null;
  member: string | number;
}

/** `text` is valid JSON, so its signs can be counted without a parser. */
const demandPlainStructure = (text: string): void => {
  const open: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    const inner = open.at(-1);
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? { names: new Set(), member: '' } : { names: null, member: 0 });
      if (open.length > DEEPEST) invalid('request body', `at most ${DEEPEST} levels of nesting are allowed`);
    } else if (sign === '}' || sign === ']') {
      open.pop();
    } else if (sign === ',' && typeof inner?.member === 'number') {
      inner.member++;
    } else if (sign === '"') {
      const end = endOfString(text, at);
      demandPlainString(text, at, end, open);
      at = end;
    }
  }
};

const demandPlainString = (text: string, at: number, end: number, open: readonly Open[]): void => {
  const raw = text.slice(at, end + 1);
  const hasEscapes = raw.includes('\\');
  const value = hasEscapes ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  const inner = open.at(-1);
  const named = inner?.names && isName(text, end + 1) ? inner : undefined;
  const within = (named ? open.slice(0, -1) : open).map(({ member }) => member).join('.') || 'request body';
  if (hasEscapes && value.includes('\0')) invalid(within, `${NO_NULL} (${placeIn(text, at)})`);
  if (hasEscapes && !value.isWellFormed()) fail('malformed_json', { reason: HALF_A_CHARACTER });
  if (!named) return;
  if (named.names?.has(value)) {
    invalid('request body', `the name ${JSON.stringify(value.slice(0, 50))} is given twice (${placeIn(text, at)})`);
  }
  named.names?.add(value);
  named.member = value;
};

const HALF_A_CHARACTER = 'an escape like \\ud83d is half of a character, and its other half is missing';

/** Place of the quote that ends the string beginning at `at`. */
const endOfString = (text: string, at: number): number => {
  let end = text.indexOf('"', at + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
};

const isEscaped = (text: string, at: number): boolean => {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
};

/** True if a colon follows: the string before it is a name. */
const isName = (text: string, from: number): boolean => {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? '.')) at++;
  return text[at] === ':';
};
