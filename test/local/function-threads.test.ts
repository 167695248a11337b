import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FunctionThreads, startFunctionThreads } from '../../infra/local/function-threads.ts';
import { lambdaContext } from '../../infra/local/shared/lambda-context.ts';
import { muteReports } from '../../infra/local/shared/report.ts';
import { advanceClock, timestamp } from '../../lib/base/clock.ts';

let threads: FunctionThreads;
beforeAll(async () => {
  muteReports(true);
  threads = await startFunctionThreads({ most: 2, program: new URL('./echo-thread.ts', import.meta.url) });
});
afterAll(async () => {
  await threads?.stop();
  muteReports(false);
});

const call = (event: object): Promise<{ thread: number; time: string; requestId: string }> =>
  threads.operations[0]?.(event as never, lambdaContext('echo', 'request-1', 29)) as never;

describe('functions in threads', () => {
  test('get the request id and the clock of the platform, however it was moved', async () => {
    advanceClock(86_400_000);
    const { time, requestId } = await call({});
    advanceClock(-86_400_000);
    expect(requestId).toBe('request-1');
    expect(Math.round((Date.parse(time) - Date.parse(timestamp())) / 3_600_000)).toBe(24);
  });

  test('fail with the error that they threw', async () => {
    await expect(call({ fail: 'It has no ink' })).rejects.toThrow('It has no ink');
  });

  test('run in another thread as well once one is busy, and in no more than allowed', async () => {
    let seen = new Set<number>();
    while (seen.size < 2) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call({ wait: 5 })));
      seen = new Set(answers.map(({ thread }) => thread));
    }
    const answers = await Promise.all(Array.from({ length: 40 }, () => call({ wait: 5 })));
    expect(new Set(answers.map(({ thread }) => thread))).toEqual(seen);
  });

  test('go on in a new thread when theirs dies, which fails its own calls alone', async () => {
    await expect(call({ die: true })).rejects.toThrow('ended');
    expect(await call({})).toMatchObject({ requestId: 'request-1' });
  });
});
