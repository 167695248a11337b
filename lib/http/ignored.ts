import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import { lackOfEffect } from '../base/without-effect.ts';

type Path = readonly (string | number)[];

/** A name or a value of a request that has no effect, and the rule that it breaks, to follow its path. */
export interface Ignored {
  path: Path;
  rule: string;
}

/** Names and values in `value` that have no effect by `schema`, in their order; one of a kind where lists repeat it. */
export const ignoredIn = (schema: z.ZodType | undefined, value: unknown): Ignored[] => {
  const found = schema ? search(schema, value, []) : unknownNames({}, value, []);
  const kinds = new Map<string, Ignored>();
  for (const one of found) {
    const kind = JSON.stringify(one.path.map((step) => (typeof step === 'number' ? 0 : step)));
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  return [...kinds.values()];
};

type Shape = Readonly<Record<string, z.core.$ZodType>>;

const search = (schema: z.core.$ZodType, value: unknown, path: Path): Ignored[] => {
  if (value === undefined || value === null) return [];
  const rule = lackOfEffect(schema, value);
  return rule === undefined ? within((schema as z.core.$ZodTypes)._zod.def, value, path) : [{ path, rule }];
};

const within = (def: z.core.$ZodTypes['_zod']['def'], value: unknown, path: Path): Ignored[] => {
  switch (def.type) {
    case 'object':
      return [
        // A schema with rest (`looseObject`, `strictObject`) says itself what it does with other names.
        ...(def.catchall ? [] : unknownNames(def.shape, value, path)),
        ...membersOf(value).flatMap(([name, member]) => {
          const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
          return known ? search(known, member, [...path, name]) : [];
        }),
      ];
    case 'array':
      return Array.isArray(value) ? value.flatMap((one, index) => search(def.element, one, [...path, index])) : [];
    case 'record':
      return membersOf(value).flatMap(([name, member]) => search(def.valueType, member, [...path, name]));
    case 'union': {
      const chosen = def.options.find((option) => z.safeParse(option, value).success);
      return chosen ? search(chosen, value, path) : [];
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return search(def.innerType, value, path);
    case 'pipe':
      // A preparation (`preprocess`) has no schema of its own.
      return search((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in, value, path);
    default:
      return [];
  }
};

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

const unknownNames = (shape: Shape, value: unknown, path: Path): Ignored[] =>
  membersOf(value)
    .filter(([name]) => !Object.hasOwn(shape, name))
    .map(([name]) => ({ path: [...path, name], rule: unknownRule(name, Object.keys(shape)) }));

/** Longest name that is compared with known ones: the work grows with its length. */
const LONGEST_NAME = 100;

const unknownRule = (name: string, known: readonly string[]): string => {
  if (known.length === 0) return 'is not known: nothing is accepted here';
  const nearest = name.length <= LONGEST_NAME ? ` Did you mean ${closest(name, known)}?` : '';
  return `is not known.${nearest} Known are ${enumerated(known)}`;
};

const enumerated = (names: readonly string[]): string =>
  names.length <= 40 ? names.join(', ') : `${names.slice(0, 40).join(', ')} and ${names.length - 40} more`;

/** Longest value of the header in bytes: all headers of an answer together may have 10 kB in API Gateway. */
const LONGEST_HEADER = 1000;

/** Value of the header `Countersign-Ignored`: paths, separated by commas, percent-encoded, `...` where more follow. */
export const ignoredHeader = (ignored: readonly Ignored[]): string => {
  let header = '';
  for (const { path } of ignored) {
    const next = `${header === '' ? '' : ', '}${path.map((step) => encoded(String(step))).join('.')}`;
    if (header.length + next.length > LONGEST_HEADER) return header === '' ? '...' : `${header}, ...`;
    header += next;
  }
  return header;
};

/** No name can end the header, or look like two. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /[.!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** True if a `Prefer` header (RFC 7240) asks for strict handling. The first preference of a name counts. */
export const wantsStrict = (prefer: string | undefined): boolean => {
  const handling = (prefer ?? '')
    .split(',')
    .map((one) => one.split(';')[0]?.match(/^\s*handling\s*=\s*"?([\w-]+)"?\s*$/i)?.[1])
    .find((value) => value !== undefined);
  return handling?.toLowerCase() === 'strict';
};
