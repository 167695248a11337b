import type { Context } from 'aws-lambda';
import { timestamp } from '../../lib/base/clock.ts';
import { log, logged, withLogKeys } from '../../lib/base/log.ts';
import type { Access } from '../../lib/http/contract.ts';
import { lookAfter } from '../../lib/signing/envelopes/acts/due.ts';
import { removeHeadsDue } from '../../lib/storage/administration/chain.ts';
import { DUE_PARTITIONS, dueIn } from '../../lib/storage/due.ts';
import { type JobItem, jobMessage } from '../../lib/storage/jobs/record.ts';
import { removeLogDue } from '../../lib/storage/log.ts';
import { sendToQueue } from '../../lib/storage/outbox/queues.ts';

export const access: Access = {
  read: ['due'],
  change: ['envelope'],
  write: ['job'],
  remove: ['logDue'],
  bulk: ['headDue'],
  queues: ['seal', 'job'],
};

/** Envelopes of a partition that are worked on at once. */
const AT_ONCE = 20;
/** Milliseconds before its end at which a run begins no more work; the next run finds the rest still due. */
const RESERVE = 10_000;

/**
 * Carries out due work: reminders, expiries, lost sealings, jobs and time-stamps of the log. Never scans. The rule
 * calls it once a minute for each partition, with its number; without a number it works on all. Each run works until
 * nothing is due, or its time is over.
 */
export const handler = logged(async ({ shard }: { shard?: number }, context: Context): Promise<void> => {
  const partitions = shard === undefined ? DUE_PARTITIONS : DUE_PARTITIONS.slice(shard, shard + 1);
  await Promise.all(partitions.map((partition) => workOn(partition, context)));
});

const workOn = async (partition: string, context: Context): Promise<void> => {
  for await (const { jobs, envelopes, heads, log: isLogDue } of dueIn(partition, timestamp())) {
    await passOn(jobs);
    if (isLogDue) await removeLogDue();
    await removeHeadsDue(heads);
    for (let at = 0; at < envelopes.length; at += AT_ONCE) {
      if (context.getRemainingTimeInMillis() < RESERVE) return;
      await Promise.all(envelopes.slice(at, at + AT_ONCE).map(lookAfterOne));
    }
  }
};

/** While the queue is down, jobs stay due, and must not delay reminders and expiries, which need no queue. */
const passOn = async (jobs: readonly JobItem[]): Promise<void> => {
  try {
    await sendToQueue('job', jobs.map(jobMessage));
  } catch (error) {
    log().error('Due jobs could not be passed on', { error: error as Error });
  }
};

/** One that fails must not delay the others; it stays due. */
const lookAfterOne = (envelope_id: string): Promise<void> =>
  withLogKeys({ envelope_id }, async () => {
    try {
      await lookAfter(envelope_id);
    } catch (error) {
      log().error('A due envelope failed', { error: error as Error });
    }
  });
