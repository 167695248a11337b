import { MINUTE, now, timestamp, timestampIn } from '../../base/clock.ts';
import { changeRecord, removeRecord } from '../engine/client.ts';
import { ifHeld } from '../engine/commit.ts';
import { jobKey } from '../engine/keys.ts';
import { allOf, is, PRESENT } from '../engine/where.ts';
import type { JobItem, JobKind, Progress } from './record.ts';

/**
 * One bounded piece of a job. Returns the position to continue from, null when done. A worker can die before it is
 * recorded, so a step must tolerate being repeated.
 */
export type Step = (job: JobItem) => Promise<Progress | null>;

/** Longer than a run may take. Another worker takes over after this. */
const LEASE = 6 * MINUTE;
/** Time after which a run stops and leaves the rest to the schedule. */
const RUN = 3 * MINUTE;

/**
 * Continues a job for a few minutes. The rest, and a job that has to wait, is left to the schedule. Does nothing if the
 * job is done, or another worker has it.
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

/** Records the job's position; undefined if another worker has taken it over. */
const record = (job: JobItem, changes: Partial<JobItem>): Promise<JobItem | undefined> =>
  ifHeld(() => changeRecord<JobItem>(job, { set: { ...changes }, where: { leased_until: job.leased_until } }));

const lease = (job_id: string): Promise<JobItem | undefined> => {
  const until = timestampIn(LEASE);
  const free = allOf(PRESENT, { leased_until: is.eitherOf(null, is.below(timestamp())) });
  return ifHeld(() =>
    changeRecord<JobItem>(jobKey(job_id), { set: { leased_until: until, gsi1sk: until }, where: free }),
  );
};
