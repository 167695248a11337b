import { isDeepStrictEqual } from 'node:util';
import { Test, type Where } from './where.ts';

/**
 * Evaluates a condition on a record that was read, as the table would: one rule, stated as a condition, decides before
 * a write and guards it.
 */
export const holds = (record: object, where: Where): boolean => {
  if ('anyOf' in where && Array.isArray(where.anyOf)) return where.anyOf.some((one: Where) => holds(record, one));
  if ('allOf' in where && Array.isArray(where.allOf)) return where.allOf.every((one: Where) => holds(record, one));
  return Object.entries(where).every(([path, test]) => fits(valueAt(record, path), test));
};

const valueAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Record<string, unknown>)[name];
  }, record);

const fits = (value: unknown, test: unknown): boolean => {
  if (test === undefined) return value === undefined;
  if (!(test instanceof Test)) return value !== undefined && isDeepStrictEqual(value, test);
  const [operand] = test.operands;
  switch (test.kind) {
    case 'missing':
      return value === undefined;
    case 'present':
      return value !== undefined;
    case '<>':
      return !isDeepStrictEqual(value, operand);
    case 'contains':
      return contains(value, operand);
    case 'fewer':
      return (value instanceof Set ? value.size : Array.isArray(value) ? value.length : Infinity) < Number(operand);
    case 'oneOf':
      return test.operands.includes(value);
    case 'eitherOf':
      return test.operands.some((one) => fits(value, one));
    default:
      return COMPARISONS[test.kind](order(value, operand));
  }
};

const contains = (value: unknown, part: unknown): boolean => {
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part);
  if (value instanceof Set) return value.has(part);
  return Array.isArray(value) && value.some((one) => isDeepStrictEqual(one, part));
};

// Values of different types can't be compared.
const order = (value: unknown, operand: unknown): number => {
  if (typeof value === 'number' && typeof operand === 'number') return value - operand;
  if (typeof value !== 'string' || typeof operand !== 'string') return Number.NaN;
  return Buffer.compare(Buffer.from(value), Buffer.from(operand));
};

const COMPARISONS = {
  '<': (by: number) => by < 0,
  '<=': (by: number) => by <= 0,
  '>': (by: number) => by > 0,
  '>=': (by: number) => by >= 0,
};
