import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import type { Contract } from '../lib/http/contract.ts';

/**
 * Returns the fault of an operation's JSON answer by its own contract; undefined if there is none. Strict: a key that
 * the contract doesn't name is as wrong as one that is missing.
 */
export const answerFault = ({ id, returns }: Contract, body: unknown): string | undefined => {
  const fault = shapeFault(returns, body);
  return fault === undefined ? undefined : `${id} answered what its contract ${fault}`;
};

/** Returns the fault of a value by its schema, as strictly; undefined if there is none. */
export const shapeFault = (schema: z.ZodType, value: unknown): string | undefined => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `doesn't say: ${issue?.path.join('.') ?? ''}: ${issue?.message}`;
  }
  const difference = firstDifference(value, parsed.data);
  return difference === undefined ? undefined : `doesn't name: ${difference}`;
};

const firstDifference = (answered: unknown, named: unknown, path = ''): string | undefined => {
  if (isDeepStrictEqual(answered, named)) return undefined;
  if (!isRecord(answered) || !isRecord(named)) return path || 'the whole answer';
  for (const key of new Set([...Object.keys(answered), ...Object.keys(named)])) {
    const difference = firstDifference(answered[key], named[key], path ? `${path}.${key}` : key);
    if (difference !== undefined) return difference;
  }
  return undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
