import type * as z from 'zod';
import { explain } from './explain.ts';

/** A rule of a schema that a value breaks. */
export interface SchemaFault {
  /** Path of the member, with dots; empty for the whole value. */
  path: string;
  rule: string;
}

/**
 * Parses `value` by `schema`: the data, or all faults, in the words of the interface's errors. A union's fault is that
 * of its first alternative that isn't just "nothing".
 */
export const checked = <T extends z.ZodType>(
  schema: T,
  value: unknown,
): { data: z.output<T> } | { faults: [SchemaFault, ...SchemaFault[]] } => {
  // To compile a parser takes longer than it saves in most functions' lives, and delays the first answer.
  const result = schema.safeParse(value, { error: explain, jitless: true });
  if (result.success) return { data: result.data };
  const [first, ...others] = result.error.issues.map(faultOf);
  return { faults: [first ?? { path: '', rule: 'is not valid' }, ...others] };
};

type Issue = z.core.$ZodIssue;

const faultOf = (issue: Issue): SchemaFault => {
  const { path, message } = closest(issue);
  return { path: path.map(String).join('.'), rule: message };
};

const closest = (issue: Issue): Pick<Issue, 'path' | 'message'> => {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().find((one) => !meansNothing(one));
  if (!inner) return issue;
  const { path, message } = closest(inner);
  return { path: [...issue.path, ...path], message };
};

const meansNothing = (issue: Issue): boolean =>
  issue.path.length === 0 &&
  ((issue.code === 'invalid_value' && issue.values.every((value) => value === '')) ||
    (issue.code === 'invalid_type' && issue.expected === 'null'));
