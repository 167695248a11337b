import { expect, test } from 'vitest';
import * as z from 'zod';
import { Id, Timestamp } from '../../lib/base/common-schema.ts';
import { isFailure } from '../../lib/base/errors.ts';
import { check } from '../../lib/http/parse.ts';

const refusal = (schema: z.ZodType, value: unknown): string => {
  try {
    check(z.object({ field: schema }), value === undefined ? {} : { field: value });
  } catch (error) {
    if (isFailure(error, 'invalid')) return error.details.detail;
  }
  throw new Error('It was accepted');
};

const refused: [z.ZodType, unknown, string][] = [
  [z.string(), undefined, 'is required'],
  [z.enum(['a', 'b']), undefined, 'is required'],
  [z.string(), 7, 'must be a text'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.int(), 'x', 'must be a number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.object({}), [], 'must be an object'],
  [Id, 'x', 'must be a UUID'],
  [Timestamp, 'yesterday', 'must be a time in UTC like 2026-01-31T09:30:00.000Z (ISO 8601)'],
  [z.email(), 'x', 'must be an e-mail address'],
  [z.enum(['sent', 'inbox']), 'x', 'must be one of sent, inbox'],
  [z.literal('code'), 'token', 'must be code'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(8), 'x', 'must have at least 8 characters'],
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.array(z.int()).max(1), [1, 2], 'must have at most 1 entry'],
  [z.number().max(100), 101, 'must be at most 100'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.string().nullish(), 7, 'must be a text'],
];

test.each(refused)('a refusal says what is allowed (%#)', (schema, value, words) => {
  expect(refusal(schema, value)).toBe(`field: ${words}`);
});
