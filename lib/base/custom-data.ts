import * as z from 'zod';

/** Deepest nesting of custom data. An item of the table holds 32 levels, and the record around the data takes some. */
const DEEPEST = 20;
const SMALLEST = 1e-130;

/**
 * A JSON object that an owner or a client attaches, kept and returned as it was given: at most `limit` characters as
 * JSON, and within DynamoDB's limits of names, numbers and nesting.
 */
export const customData = (limit: number) =>
  z.record(z.string(), z.unknown()).superRefine((data, context) => {
    const fault = faultOf(data, limit);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

const faultOf = (data: Record<string, unknown>, limit: number): string | undefined =>
  JSON.stringify(data).length > limit ? `at most ${limit} characters of JSON are allowed` : faultIn(data, 1);

const faultIn = (value: unknown, depth: number): string | undefined => {
  if (typeof value === 'number')
    return isKept(value) ? undefined : `the number ${value} is too large or too close to 0`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > DEEPEST) return `at most ${DEEPEST} levels of nesting are allowed`;
  if (!Array.isArray(value) && '' in value) return 'a name in it must not be empty';
  for (const inner of Object.values(value)) {
    const fault = faultIn(inner, depth + 1);
    if (fault) return fault;
  }
  return undefined;
};

const isKept = (number: number): boolean =>
  Math.abs(number) <= Number.MAX_SAFE_INTEGER && (number === 0 || Math.abs(number) >= SMALLEST);
