const BLANKS = '[ \\t\\n\\r]*';
const SIGN = '([{}[\\],:])';
/** Characters of a string, in a run, so that long strings are cheap. */
const PLAIN = '[^"\\\\\\u0000-\\u001f]*';
const STRING = `("${PLAIN}(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})${PLAIN})*")`;
const WORD = '(-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?(?![\\w.])|(?:true|false|null)(?!\\w))';

/** The next sign, string, number or word of JSON (RFC 8259). */
const TOKEN = new RegExp(`${BLANKS}(?:${SIGN}|${STRING}|${WORD})`, 'y');

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or ]' | 'comma or }' | 'end';

const IN_WORDS: Record<Expected, string> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  name: 'a name in double quotes',
  'name or }': 'a name in double quotes or }',
  colon: 'a colon',
  'comma or ]': 'a comma or ]',
  'comma or }': 'a comma or }',
  end: 'nothing more',
};

const BROKEN_STRING = 'the text that begins here is not closed, or has a line break or an escape that JSON lacks';

/** Says where a text stops being JSON, and what would be expected there: `line 2, column 7: expected a colon`. */
export const jsonFault = (text: string): string => {
  const { at, expected } = furthest(text);
  const where = placeIn(text, at);
  const ended = at >= text.length && expected !== 'end' ? ', and the text ends there' : '';
  const isString = text[at] === '"' && (expected.startsWith('value') || expected.startsWith('name'));
  return isString ? `${where}: ${BROKEN_STRING}` : `${where}: expected ${IN_WORDS[expected]}${ended}`;
};

/** A place of a text as people count it: `line 2, column 7`. */
export const placeIn = (text: string, at: number): string => {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
};

/** The first place of the text that no JSON text has there. */
const furthest = (text: string): { at: number; expected: Expected } => {
  const open: ('{' | '[')[] = [];
  const afterValue = (): Expected => (open.length === 0 ? 'end' : open.at(-1) === '{' ? 'comma or }' : 'comma or ]');
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const [whole = '', sign, string, word] = matched(text);
    const next = nextExpected(expected, sign, string, word, open, afterValue);
    if (whole === '' || !next) return { at: at + blanksAt(text, at), expected };
    at += whole.length;
    expected = next;
  }
};

const nextExpected = (
  expected: Expected,
  sign: string | undefined,
  string: string | undefined,
  word: string | undefined,
  open: ('{' | '[')[],
  afterValue: () => Expected,
): Expected | undefined => {
  if (expected === 'end') return undefined;
  if (expected.startsWith('value')) {
    if (string !== undefined || word !== undefined) return afterValue();
    if (sign === '{' || sign === '[') {
      open.push(sign);
      return sign === '{' ? 'name or }' : 'value or ]';
    }
  }
  if (expected.startsWith('name') && string !== undefined) return 'colon';
  if (expected === 'colon' && sign === ':') return 'value';
  if (expected === 'comma or }' && sign === ',') return 'name';
  if (expected === 'comma or ]' && sign === ',') return 'value';
  if (sign !== undefined && expected.endsWith(` ${sign}`)) {
    open.pop();
    return afterValue();
  }
  return undefined;
};

/** The next token; nothing where a string is too long for the expression. */
const matched = (text: string): RegExpExecArray | [] => {
  try {
    return TOKEN.exec(text) ?? [];
  } catch {
    return [];
  }
};

const blanksAt = (text: string, at: number): number => text.slice(at, at + 10_000).search(/[^ \t\n\r]|$/);
