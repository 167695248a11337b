import { type JSONPath, visit } from 'jsonc-parser';
import { fail, invalid } from '../base/errors.ts';
import { demandDepth, jsonFault, placeIn } from './json-fault.ts';

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

/** Throws unless the JSON text gives each name once, and has no text that programs read in different ways. */
const demandPlainStructure = (text: string): void => {
  const names: Set<string>[] = [];
  let depth = 0;
  visit(text, {
    onObjectBegin: () => {
      demandDepth(++depth);
      names.push(new Set());
    },
    onObjectProperty: (name, _at, _length, line, column, path) => {
      const place = () => placeIn(line, column);
      demandPlainText(name, path, place);
      if (names.at(-1)?.has(name)) {
        invalid('request body', `the name ${JSON.stringify(name.slice(0, 50))} is given twice (${place()})`);
      }
      names.at(-1)?.add(name);
    },
    onLiteralValue: (value, _at, _length, line, column, path) => {
      if (typeof value === 'string') demandPlainText(value, path, () => placeIn(line, column));
    },
    onObjectEnd: () => {
      depth--;
      names.pop();
    },
    onArrayBegin: () => demandDepth(++depth),
    onArrayEnd: () => {
      depth--;
    },
  });
};

const demandPlainText = (value: string, path: () => JSONPath, place: () => string): void => {
  if (value.includes('\0')) invalid(path().join('.') || 'request body', `${NO_NULL} (${place()})`);
  if (!value.isWellFormed()) fail('malformed_json', { reason: HALF_A_CHARACTER });
};

const HALF_A_CHARACTER = 'an escape like \\ud83d is half of a character, and its other half is missing';
