import { isDeepStrictEqual } from 'node:util';

interface Shape {
  type?: unknown;
  format?: unknown;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  [name: string]: unknown;
}

/**
 * Rewrites alternatives at any depth, so that generators of clients make code that compiles, and says the same:
 * - "this or null" is `type: ["string", "null"]`. Beside a record null is an alternative of its own, because Python's
 *   records aren't null otherwise; and beside several others, because C# gets a `GetBool?()` of a boolean that may be
 *   null.
 * - Texts that differ in their format (a date, or a time) are one text with a pattern: generators would make two
 *   alternatives of one type, or a record for a query parameter.
 * - "A list, or one of its entries" is a list: a description says that the entry may stand alone. Generators keep one
 *   of the two.
 * - "Always false" is "a boolean that isn't true", because constants and lists of booleans become no type.
 * - A record whose names are a list has members of these names, which clients read by name.
 * - A discriminator is left out: the constants of the alternatives say the same, and typescript-fetch forgets imports
 *   for it.
 * - The empty text, which many fields take for null, is no alternative of its own.
 *
 * Patterns beside known formats are left out. Examples stay as they are.
 */
export const plainAlternatives = <T>(document: T): T => rewritten(document) as T;

const rewritten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = value as Shape;
  // Alternatives keep their patterns until it is known whether they become one text.
  const whole = Array.isArray(anyOf) ? { ...alternatives(anyOf), ...rest } : (value as Shape);
  const copy = Object.fromEntries(
    Object.entries(whole).map(([name, member]) => [name, name === 'example' ? member : rewritten(member)]),
  );
  if (typeof copy.format === 'string') delete copy.pattern;
  if (Array.isArray(copy.oneOf)) delete copy.discriminator;
  return isConstantBoolean(copy) ? notTheOther(copy) : withMembers(copy);
};

/** The list of names stays, so no other name is let in. */
const withMembers = (one: Shape): Shape => {
  const { additionalProperties: value, ...rest } = one;
  const names = (one.propertyNames as Shape | undefined)?.enum as string[] | undefined;
  return names && value && !one.properties ? { ...rest, properties: members(names, value) } : one;
};

const members = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

const isConstantBoolean = ({ type, const: constant }: Shape): boolean =>
  typeof constant === 'boolean' && [type].flat().includes('boolean');

const notTheOther = ({ const: constant, ...rest }: Shape): Shape => ({ ...rest, not: { const: !constant } });

const alternatives = (given: readonly Shape[]): Shape => {
  const all = given.flatMap(flat);
  const typed = all.filter((one) => !isNull(one) && !isEmptyText(one));
  const kept = oneText(withoutLoneEntries(typed.length > 0 ? typed : all.filter((one) => !isNull(one))));
  const [only] = kept;
  if (!all.some(isNull)) return kept.length === 1 && only ? only : { anyOf: kept };
  const isPlain = kept.length === 1 && typeof only?.type === 'string' && only.type !== 'object';
  return isPlain ? orNull(only) : { anyOf: [...kept, { type: 'null' }] };
};

const flat = (one: Shape): Shape[] =>
  Array.isArray(one.anyOf) && Object.keys(one).length === 1 ? (one.anyOf as Shape[]).flatMap(flat) : [one];

const withoutLoneEntries = (all: Shape[]): Shape[] =>
  all.filter((one) => !all.some(({ type, items }) => type === 'array' && isDeepStrictEqual(items, one)));

/** Alternatives that are nothing but formats of a text, and words that may stand in their place, as one text. */
const oneText = (all: Shape[]): Shape[] => {
  const isFormat = ({ type, format }: Shape) => type === 'string' && typeof format === 'string';
  const wordsOf = ({ type, const: constant, enum: several }: Shape) =>
    type === 'string' ? [constant ?? several ?? []].flat().map(String) : [];
  if (all.length < 2 || !all.some(isFormat) || !all.every((one) => isFormat(one) || wordsOf(one).length > 0))
    return all;
  const patterns = [...new Set(all.flatMap((one) => one.pattern ?? wordsOf(one).map((word) => `^${word}$`)))];
  const [description] = all.flatMap((one) => one.description ?? []);
  const [example] = all.flatMap((one) => one.example ?? []);
  return [
    {
      type: 'string',
      ...(patterns.length > 0
        ? { pattern: `^(?:${patterns.map((one) => one.replace(/^\^|\$$/g, '')).join('|')})$` }
        : {}),
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
    },
  ];
};

const isNull = ({ type }: Shape): boolean => type === 'null';

const isEmptyText = (one: Shape): boolean => one.const === '';

const orNull = (one: Shape): Shape => {
  if (isConstantBoolean(one)) return orNull(notTheOther(one));
  const { type, const: constant, enum: values, ...rest } = one;
  return {
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
    ...(constant === undefined ? {} : { enum: [constant, null] }),
  };
};
