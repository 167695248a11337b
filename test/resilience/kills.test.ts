import { afterAll, beforeAll, expect, test } from 'vitest';
import { playKills } from './kill-story.ts';
import { type Runs, startRuns } from './platform-runs.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await startRuns();
});
afterAll(() => runs.stop());

test('a platform that is killed at any moment of sealing, mailing and calling completes everything once', async () => {
  const delays = [0, 90, 240, 500];
  const { completed } = await playKills(runs, delays);
  expect(completed).toBe(delays.length);
});
