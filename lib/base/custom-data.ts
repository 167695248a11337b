import * as z from 'zod';

/** Deepest nesting of custom data. An item of the table holds 32 levels, and the record around the data takes some. */
const DEEPEST = 20;
const SMALLEST = 1e-130;
/** Names that DynamoDB lacks, and those that its client takes for an object's class. */
const UNKEPT = ['', 'constructor', '__proto__'];

/**
 * A JSON object that an owner or a client attaches, kept and returned as it was given: at most `limit` characters as
 * JSON, and within DynamoDB's limits of names, numbers and nesting.
 */
export const customData = (limit: number) =>
  // The record itself drops the name `__proto__`, so the data is looked at before.
  z.preprocess(
    (data, context) => {
      const fault = typeof data === 'object' && data !== null ? faultOf(data, limit) : undefined;
      if (fault === undefined) return data;
      context.addIssue({ code: 'custom', message: fault });
      return z.NEVER;
    },
    z.record(z.string(), z.unknown()),
  );

const faultOf = (data: object, limit: number): string | undefined =>
  JSON.stringify(data).length > limit ? `at most ${limit} characters of JSON are allowed` : faultIn(data, 1);

const faultIn = (value: unknown, depth: number): string | undefined => {
  if (typeof value === 'number')
    return isKept(value) ? undefined : `the number ${value} is too large or too close to 0`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > DEEPEST) return `at most ${DEEPEST} levels of nesting are allowed`;
  if (!Array.isArray(value)) {
    const name = UNKEPT.find((one) => Object.hasOwn(value, one));
    if (name !== undefined) return name === '' ? 'a name in it must not be empty' : `a name in it must not be ${name}`;
  }
  for (const inner of Object.values(value)) {
    const fault = faultIn(inner, depth + 1);
    if (fault) return fault;
  }
  return undefined;
};

const isKept = (number: number): boolean =>
  Math.abs(number) <= Number.MAX_SAFE_INTEGER && (number === 0 || Math.abs(number) >= SMALLEST);
