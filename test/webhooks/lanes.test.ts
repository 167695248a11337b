import { describe, expect, test } from 'vitest';
import { FAST_CALL, gapAfter, goesIntoTurns, isSlow } from '../../lib/notify/webhooks/lanes.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

describe('a webhook is called in turns', () => {
  test('once a call took as long as a call may, however it ended', () => {
    for (const outcome of ['delivered', 'retry'] as const) {
      expect(goesIntoTurns({ outcome, duration: FAST_CALL }, { failing_since: null, now })).toBe(true);
      expect(goesIntoTurns({ outcome, duration: FAST_CALL - 1 }, { failing_since: null, now })).toBe(false);
    }
    expect(isSlow({ duration: FAST_CALL })).toBe(true);
  });

  test('once it has failed for more than five minutes without a success', () => {
    const failure = { outcome: 'retry', duration: 1 } as const;
    expect(goesIntoTurns(failure, { failing_since: minutesAgo(4), now })).toBe(false);
    expect(goesIntoTurns(failure, { failing_since: minutesAgo(6), now })).toBe(true);
    expect(goesIntoTurns({ outcome: 'delivered', duration: 1 }, { failing_since: minutesAgo(6), now })).toBe(false);
  });

  test('not when it is gone: that has switched it off', () => {
    expect(goesIntoTurns({ outcome: 'gone', duration: FAST_CALL }, { failing_since: minutesAgo(9), now })).toBe(false);
  });

  test('after gaps that grow to an hour, while its turns fail', () => {
    const gaps = [1, 2, 3, 4, 5, 6, 100].map(gapAfter);
    expect(gaps).toEqual([1, 5, 15, 30, 60, 60, 60].map((minutes) => minutes * 60_000));
  });
});
