import { type Filter, filter as matching, parse } from 'scim2-parse-filter';
import * as z from 'zod';
import { invalid } from '../../base/errors.ts';
import { MAX_MEMBERS } from '../../people/organizations/member-limit.ts';
import type { Resource } from './resources.ts';
import { LIST } from './schemas.ts';

/** Longest filter, and its deepest nesting: the parser of the library is recursive. */
const LONGEST_FILTER = 1000;
const DEEPEST_FILTER = 20;

const names = z
  .string()
  .max(1000)
  .optional()
  .transform((text) => text?.split(',').map((name) => name.trim().toLowerCase()));

/** Query of lists and resources (RFC 7644 3.4.2, 3.9). */
export const ScimQuery = z.object({
  filter: z
    .string()
    .max(LONGEST_FILTER)
    .optional()
    .meta({ description: 'RFC 7644 3.4.2.2', example: 'userName eq "ada@example.com"' }),
  startIndex: z.int().optional().meta({ description: 'From 1' }),
  count: z
    .int()
    .optional()
    .meta({ description: `At most ${MAX_MEMBERS}` }),
  attributes: names.meta({ description: 'Names of attributes to answer, with commas between' }),
  excludedAttributes: names.meta({ description: 'Names of attributes to leave out, with commas between' }),
});
export type ScimQuery = z.output<typeof ScimQuery>;

const nameList = z
  .array(z.string().max(200))
  .max(100)
  .optional()
  .transform((list) => list?.map((name) => name.toLowerCase()));

/** Body of a search, which is a query of a list. */
export const ScimSearch = z.looseObject({
  filter: z.string().max(LONGEST_FILTER).optional(),
  startIndex: z.int().optional(),
  count: z.int().optional(),
  attributes: nameList,
  excludedAttributes: nameList,
});

/** Answers the resources of a page that fit the filter. Throws `invalid` for a filter that can't be read. */
export const listResponse = (resources: readonly Resource[], query: ScimQuery) => {
  const fits = query.filter === undefined ? () => true : fitting(query.filter);
  const found = resources.filter(fits);
  const startIndex = Math.max(1, query.startIndex ?? 1);
  const count = Math.min(Math.max(0, query.count ?? MAX_MEMBERS), MAX_MEMBERS);
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  return {
    schemas: [LIST],
    totalResults: found.length,
    startIndex,
    itemsPerPage: page.length,
    Resources: page.map((one) => selected(one, query)),
  };
};

/** The attributes that the query wants; `schemas`, `id` and `meta` always. */
export const selected = (resource: Resource, { attributes, excludedAttributes }: ScimQuery): object => {
  const isWanted = (name: string): boolean => {
    const lower = name.toLowerCase();
    if (['schemas', 'id', 'meta'].includes(lower)) return true;
    if (attributes) return attributes.some((one) => bare(one).split('.')[0] === lower);
    return !excludedAttributes?.some((one) => bare(one) === lower);
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isWanted(name)));
};

/** The name of an attribute without its schema. */
const bare = (name: string): string => name.replace(/^urn:.*:/, '');

/** Ids are the same in one case alone; all other texts in either (RFC 7643 2.2). */
const EXACT: ReadonlySet<string> = new Set(['id', 'externalid', 'value']);

const fitting = (text: string): ((resource: Resource) => boolean) => {
  if ((text.match(/[([]|\bnot\b/gi)?.length ?? 0) > DEEPEST_FILTER)
    return invalid('filter', 'must not be nested so deeply');
  try {
    const fits = matching(lower(parse(text)));
    return (resource) => fits(lowered(resource));
  } catch {
    return invalid('filter', 'must be a filter like userName eq "ada@example.com" (RFC 7644 3.4.2.2)');
  }
};

const lower = (one: Filter): Filter => {
  switch (one.op) {
    case 'and':
    case 'or':
      return { ...one, filters: one.filters.map(lower) };
    case 'not':
      return { ...one, filter: lower(one.filter) };
    case '[]':
      return { ...one, attrPath: bare(one.attrPath), valFilter: lower(one.valFilter) };
    case 'pr':
      return { ...one, attrPath: bare(one.attrPath) };
    default:
      return { ...one, attrPath: bare(one.attrPath), compValue: lowered(one.compValue, bare(one.attrPath)) };
  }
};

const lowered = <T>(value: T, name = ''): T => {
  if (typeof value === 'string') return (EXACT.has(name.toLowerCase()) ? value : value.toLowerCase()) as T;
  if (Array.isArray(value)) return value.map((one) => lowered(one, name)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, lowered(one, key)])) as T;
};
