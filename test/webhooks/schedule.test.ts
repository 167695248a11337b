import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../lib/base/clock.ts';
import { nextAttemptDelay } from '../../lib/notify/webhooks/schedule.ts';

test('pauses grow from seconds to a day, and attempts end after about three days', () => {
  const gaps: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const gap = nextAttemptDelay(attempt);
    if (gap === null) break;
    gaps.push(gap);
  }
  expect(gaps[0]).toBe(5000);
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  expect(total).toBeGreaterThanOrEqual(3 * DAY);
  expect(total).toBeLessThan(3 * DAY + 6 * HOUR);
});
