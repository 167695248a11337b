import { MINUTE, now, timestamp, timestampIn } from '../../base/clock.ts';
import { changeRecord, removeRecord } from '../client.ts';
import { ifHeld } from '../commit.ts';
import { jobKey } from '../keys.ts';
import { allOf, is, PRESENT } from '../where.ts';
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
      await removeRecord(job);
      return;
    }
    job = await record(job, { progress });
    if (!job) return;
  }
  await record(job, { leased_until: null, gsi1sk: timestamp() });
};

/** Records how far the job is; undefined where another worker has taken it over. */
const record = (job: JobItem, changes: Partial<JobItem>): Promise<JobItem | undefined> =>
  ifHeld(() => changeRecord<JobItem>(job, { set: { ...changes }, where: { leased_until: job.leased_until } }));

const lease = (job_id: string): Promise<JobItem | undefined> => {
  const until = timestampIn(LEASE);
  const free = allOf(PRESENT, { leased_until: is.eitherOf(null, is.below(timestamp())) });
  return ifHeld(() =>
    changeRecord<JobItem>(jobKey(job_id), { set: { leased_until: until, gsi1sk: until }, where: free }),
  );
};
