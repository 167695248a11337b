import { afterAll, expect } from 'vitest';

/**
 * Test files that share a process come in any order: a variable that one leaves behind would decide if the next one
 * passes.
 */
const before = { ...process.env };

afterAll(() => {
  const names = Object.keys({ ...before, ...process.env });
  expect(
    names.filter((name) => process.env[name] !== before[name]),
    'variables that this file changed and left so',
  ).toEqual([]);
});
