import { MINUTE, now, timestamp, timestampIn } from '../../base/clock.ts';
import { onlyIf, setting } from '../changes.ts';
import { ConditionFailed, deleteItem, updateItem } from '../client.ts';
import { jobKey } from '../keys.ts';
import type { JobItem, JobKind, Progress } from './record.ts';

/**
 * One bounded piece of a job. Answers where to go on, null when all is done. A worker can die after a step and before
 * that is recorded: a step must bear to be done again.
 */
export type Step = (job: JobItem) => Promise<Progress | null>;

/** Longer than a run may take. A worker that dies is followed after this. */
const LEASE = 6 * MINUTE;
/** When a run stops and leaves the rest to the next one, which the schedule begins. */
const RUN = 3 * MINUTE;

/**
 * Goes on with a job where it was left, for a few minutes. The rest, and a job that has to wait, is left to the schedule.
 * Does nothing where the job is done, or another worker is at it.
 */
export const runJob = async (job_id: string, steps: Record<JobKind, Step>): Promise<void> => {
  let job = await lease(job_id);
  if (!job) return;
  const enough = now().getTime() + RUN;
  while (now().getTime() < enough) {
    const wait = job.progress?.not_before ?? '';
    if (wait > timestamp()) {
      await record(job, { leased_until: null, gsi1sk: wait });
      return;
    }
    const progress = await steps[job.kind](job);
    if (progress === null) {
      await deleteItem(job);
      return;
    }
    job = await record(job, { progress });
    if (!job) return;
  }
  await record(job, { leased_until: null, gsi1sk: timestamp() });
};

/** Records how far the job is; undefined where another worker has taken it over. */
const record = (job: JobItem, changes: Partial<JobItem>): Promise<JobItem | undefined> =>
  unlessRefused(() =>
    updateItem<JobItem>(job, onlyIf(setting(changes), 'leased_until = :lease', { ':lease': job.leased_until })),
  );

const lease = (job_id: string): Promise<JobItem | undefined> => {
  const until = timestampIn(LEASE);
  const free = 'attribute_exists(pk) AND (leased_until = :none OR leased_until < :now)';
  return unlessRefused(() =>
    updateItem<JobItem>(
      jobKey(job_id),
      onlyIf(setting({ leased_until: until, gsi1sk: until }), free, { ':none': null, ':now': timestamp() }),
    ),
  );
};

const unlessRefused = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
};
