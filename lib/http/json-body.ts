import { fail, invalid } from '../base/errors.ts';
import { jsonFault, placeIn } from './json-fault.ts';

/** Deepest nesting of a body. Code that walks through values needs a bound, and no record comes near it. */
const DEEPEST = 100;

/** The reason for which no text has the character U+0000: neither XML nor fonts have it, and programs end a text there. */
export const NO_NULL = 'the character U+0000 is in no text';

/**
 * Reads JSON that means the same to every program (RFC 7493, 2). Throws `malformed_json` for what is no JSON and for half
 * characters; `invalid` for a name that is given twice, U+0000 and nesting without end.
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

/** `text` is valid JSON, so its signs can be counted without a parser. */
const demandPlainStructure = (text: string): void => {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      if (open.length > DEEPEST) invalid('request body', `at most ${DEEPEST} levels of nesting are allowed`);
    } else if (sign === '}' || sign === ']') {
      open.pop();
    } else if (sign === '"') {
      const end = endOfString(text, at);
      demandPlainString(text, at, end, open.at(-1) ?? null);
      at = end;
    }
  }
};

/** `names`: the names so far of the object around the string; null in a list. */
const demandPlainString = (text: string, at: number, end: number, names: Set<string> | null): void => {
  const raw = text.slice(at, end + 1);
  const hasEscapes = raw.includes('\\');
  const value = hasEscapes ? (JSON.parse(raw) as string) : raw.slice(1, -1);
  const refuse = (rule: string) => invalid('request body', `${rule} (${placeIn(text, at)})`);
  if (hasEscapes && value.includes('\0')) refuse(NO_NULL);
  if (hasEscapes && !value.isWellFormed()) fail('malformed_json', { reason: HALF_A_CHARACTER });
  if (!names || !isName(text, end + 1)) return;
  if (names.has(value)) refuse(`the name ${JSON.stringify(value.slice(0, 50))} is given twice`);
  names.add(value);
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
