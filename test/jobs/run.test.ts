import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advanceClock, DAY, HOUR, MINUTE } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { getItem, putRecord } from '../../lib/storage/engine/client.ts';
import { stepThrough } from '../../lib/storage/jobs/phases.ts';
import { type JobItem, jobMessage, newJob } from '../../lib/storage/jobs/record.ts';
import { runJob, type Step } from '../../lib/storage/jobs/run.ts';
import { startTable } from '../storage/engine.ts';

let table: { stop: () => Promise<void> };
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

let job: JobItem;
beforeEach(async () => {
  job = newJob('hand_over', newId(), {});
  await putRecord(job);
});

const stored = () => getItem<JobItem>(job);
const never: Step = async () => {
  throw new Error('This is another kind of job');
};
const others = {
  delete_organization: never,
  export_organization: never,
  complete_received: never,
  delete_envelope: never,
  replay_webhook: never,
  check_batch: never,
  send_batch: never,
  cancel_batch: never,
  delete_batch: never,
};
const run = (hand_over: Step) => runJob(job.id, { hand_over, ...others });

test('jobs of batches are a group of their own in the queue, so that nothing else waits behind them', () => {
  const organization_id = newId();
  const groupOf = (kind: JobItem['kind']) => jobMessage(newJob(kind, organization_id, {})).group;
  const batches = [groupOf('check_batch'), groupOf('send_batch'), groupOf('cancel_batch'), groupOf('delete_batch')];
  expect(new Set(batches)).toEqual(new Set([`${organization_id}-batches`]));
  expect(groupOf('export_organization')).toBe(organization_id);
});

describe('a job', () => {
  test('goes from step to step, and is gone when it is done', async () => {
    const seen: unknown[] = [];
    await run(async ({ progress }) => {
      seen.push(progress);
      return seen.length < 3 ? { at: seen.length } : null;
    });
    expect(seen).toEqual([null, { at: 1 }, { at: 2 }]);
    expect(await stored()).toBeUndefined();
    await run(never);
  });

  test('belongs to one worker at a time', async () => {
    let steps = 0;
    await run(async () => {
      steps += 1;
      await run(never);
      return null;
    });
    expect(steps).toBe(1);
  });

  test('continues after the lease when its worker dies; until then the schedule knows of it', async () => {
    const dying: Step = async ({ progress }) => {
      if (progress) throw new Error('killed');
      return { at: 1 };
    };
    await expect(run(dying)).rejects.toThrow('killed');
    await run(never);
    const left = await stored();
    expect(left).toMatchObject({ progress: { at: 1 }, gsi1pk: expect.stringMatching(/^DUE#/) });
    expect(left?.gsi1sk).toBe(left?.leased_until);
    advanceClock(6 * MINUTE + 1);
    await run(async ({ progress }) => {
      expect(progress).toEqual({ at: 1 });
      return null;
    });
    expect(await stored()).toBeUndefined();
  });

  test('pauses after a few minutes, and is due again at once', async () => {
    await run(async () => {
      advanceClock(2 * MINUTE);
      return { at: 1 };
    });
    expect(await stored()).toMatchObject({ leased_until: null, progress: { at: 1 } });
    await run(async () => null);
    expect(await stored()).toBeUndefined();
  });

  test('waits between phases for as long as they say, even if it is woken early', async () => {
    const done: string[] = [];
    const phase = (name: string, pieces: number) => async (_: JobItem, next: unknown) => {
      done.push(`${name} ${next ?? 'first'}`);
      return Number(next ?? 1) < pieces ? Number(next ?? 1) + 1 : undefined;
    };
    const steps = stepThrough([{ run: phase('a', 2) }, { run: phase('b', 1), after: HOUR }, { run: phase('c', 1) }]);
    await run(steps);
    expect(done).toEqual(['a first', 'a 2']);
    await run(steps);
    const waiting = await stored();
    expect(waiting?.leased_until).toBeNull();
    expect(Date.parse(waiting?.gsi1sk ?? '') - Date.now()).toBeLessThan(DAY);
    expect(done).toHaveLength(2);
    advanceClock(HOUR + 1);
    await run(steps);
    expect(done).toEqual(['a first', 'a 2', 'b first', 'c first']);
    expect(await stored()).toBeUndefined();
  });
});
