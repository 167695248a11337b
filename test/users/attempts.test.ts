import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../lib/base/errors.ts';
import { newId } from '../../lib/base/ids.ts';
import { headersOf, statusOf } from '../../lib/http/errors.ts';
import { countAttempt } from '../../lib/people/attempts/attempts.ts';
import { removeRecord } from '../../lib/storage/engine/client.ts';
import { attemptsKey } from '../../lib/storage/engine/keys.ts';
import { type Api, startApi } from '../api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

// Only the date stands still: engines and connections go on.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const LIMIT = { limit: 6, windowSeconds: 600, lockSeconds: 300 };

/** The attempt's outcome: how many are left, or how long to wait. */
const attempt = async (subject: string): Promise<{ left: number } | { wait: number }> => {
  try {
    return await countAttempt('test', subject, LIMIT);
  } catch (error) {
    if (!(error instanceof Failure) || statusOf(error) !== 429) throw error;
    return { wait: Number(headersOf(error)['Retry-After']) };
  }
};

describe('attempts', () => {
  test('are allowed at once until half of the limit, then after longer and longer waits, then not until the lock ends', async () => {
    const subject = newId();
    for (const left of [5, 4, 3]) expect(await attempt(subject)).toEqual({ left });
    for (const [wait, left] of [
      [1, 2],
      [2, 1],
      [4, 0],
    ] as const) {
      expect(await attempt(subject)).toEqual({ wait });
      pass(wait);
      expect(await attempt(subject)).toEqual({ left });
    }
    expect(await attempt(subject)).toEqual({ wait: 300 });
    pass(299);
    expect(await attempt(subject)).toHaveProperty('wait');
    pass(2);
    expect(await attempt(subject)).toEqual({ left: 5 });
  });

  test('that come at the same moment are all counted', async () => {
    const subject = newId();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => attempt(subject)));
    expect(outcomes.filter((outcome) => 'left' in outcome)).toHaveLength(3);
  });

  test('are forgotten after a quiet while', async () => {
    const subject = newId();
    for (const left of [5, 4]) expect(await attempt(subject)).toEqual({ left });
    pass(601);
    expect(await attempt(subject)).toEqual({ left: 5 });
  });

  test('are forgotten after a right secret', async () => {
    const subject = newId();
    for (const left of [5, 4, 3]) expect(await attempt(subject)).toEqual({ left });
    await removeRecord(attemptsKey('test', subject));
    expect(await attempt(subject)).toEqual({ left: 5 });
  });

  test('of one subject don’t count for another', async () => {
    const [one, other] = [newId(), newId()];
    for (const left of [5, 4, 3]) expect(await attempt(one)).toEqual({ left });
    expect(await attempt(other)).toEqual({ left: 5 });
  });
});
