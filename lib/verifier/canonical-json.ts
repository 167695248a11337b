import { unreadable } from './bytes.ts';

const DEEPEST = 200;

/** JSON in its canonical form (RFC 8785): no blanks, members in the order of their names' UTF-16 code units. */
export const canonicalJson = (value: unknown, depth = 0): string => {
  if (depth > DEEPEST) return unreadable('JSON that is too deep');
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? unreadable('no JSON');
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one, depth + 1)}`).join(',')}}`;
};
