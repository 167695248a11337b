import { visit } from 'jsonc-parser';
import { invalid } from '../base/errors.ts';

/** Deepest nesting of a body. Code that walks through values needs a bound, and no record comes near it. */
const DEEPEST = 100;

/** Throws `invalid` for nesting without end. */
export const demandDepth = (levels: number): void => {
  if (levels > DEEPEST) invalid('request body', `at most ${DEEPEST} levels of nesting are allowed`);
};

/** A place of a text as people count it, of a line and a column that begin at 0: `line 2, column 7`. */
export const placeIn = (line: number, column: number): string => `line ${line + 1}, column ${column + 1}`;

const NOTHING_MORE = 'nothing more';
const BROKEN_STRING = 'the text that begins here is not closed, or has a line break or an escape that JSON lacks';

/** Says where a text stops being JSON, and what would be expected there: `line 2, column 7: expected a colon`. */
export const jsonFault = (text: string): string => {
  const open: ('}' | ']')[] = [];
  let expected = 'a value';
  let fault = '';
  const begin = (end: '}' | ']', first: string): void => {
    demandDepth(open.push(end));
    expected = `${first} or ${end}`;
  };
  const endValue = (): void => {
    expected = open.length === 0 ? NOTHING_MORE : `a comma or ${open.at(-1)}`;
  };
  // The parser also ends what the text leaves open: only then does no sign stand there.
  const end = (at: number): void => {
    if (text[at] !== open.at(-1)) return;
    open.pop();
    endValue();
  };
  visit(
    text,
    {
      onObjectBegin: () => begin('}', 'a name in double quotes'),
      onObjectProperty: () => {
        expected = 'a colon';
      },
      onArrayBegin: () => begin(']', 'a value'),
      onSeparator: (sign) => {
        expected = sign === ',' && open.at(-1) === '}' ? 'a name in double quotes' : 'a value';
      },
      onLiteralValue: endValue,
      onObjectEnd: end,
      onArrayEnd: end,
      onError: (_, at, _length, line, column) => {
        const ended = at >= text.length && expected !== NOTHING_MORE ? ', and the text ends there' : '';
        const isString = text[at] === '"' && /^a (?:value|name)/.test(expected);
        fault ||= `${placeIn(line, column)}: ${isString ? BROKEN_STRING : `expected ${expected}${ended}`}`;
      },
    },
    { disallowComments: true },
  );
  return fault;
};
