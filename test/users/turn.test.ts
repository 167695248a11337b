import { expect, test } from 'vitest';
import { turnOf } from '../../lib/people/attempts/attempts.ts';

test('half of the attempts need no wait, and each later one waits twice as long', () => {
  const at = 1_000_000_000;
  expect(turnOf({ limit: 10, windowSeconds: 900, lockSeconds: 600 }, at)).toEqual({
    after: at - 900_000,
    free: 4,
    slow: [5, 6, 7, 8, 9].map((count, index) => ({ count, by: at - 1000 * 2 ** index })),
  });
});

test('no wait is longer than the lock, and the only attempt of a limit of one needs none', () => {
  const at = 1_000_000_000;
  const { slow } = turnOf({ limit: 30, windowSeconds: 900, lockSeconds: 60 }, at);
  expect(Math.min(...slow.map(({ by }) => by))).toBe(at - 60_000);
  expect(turnOf({ limit: 1, windowSeconds: 900, lockSeconds: 60 }, at)).toEqual({
    after: at - 900_000,
    free: 0,
    slow: [],
  });
});
