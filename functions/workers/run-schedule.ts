import type { Context } from 'aws-lambda';
import { sendToQueue } from '../../lib/aws/queues/send.ts';
import { timestamp } from '../../lib/base/clock.ts';
import { log } from '../../lib/base/log.ts';
import type { Access } from '../../lib/http/contract.ts';
import { lookAfter } from '../../lib/signing/envelopes/due.ts';
import { DUE_PARTITIONS, dueIn } from '../../lib/storage/due.ts';
import { jobMessage } from '../../lib/storage/jobs/record.ts';
import { removeLogDue } from '../../lib/storage/log.ts';

export const access: Access = { read: ['due'], change: ['envelope'], remove: ['logDue'], queues: ['seal', 'job'] };

/** Envelopes of a partition that are worked on at once. */
const AT_ONCE = 20;
/** Milliseconds before its end at which a run begins no more work; the next run finds the rest still due. */
const RESERVE = 10_000;

/**
 * Carries out due work: reminders, expiries, lost sealings, jobs and time-stamps of the log. Never scans. The rule calls it once a minute for
 * each partition, with its number; without a number it works on all. Each run works until nothing is due, or its time
 * is over.
 */
export const handler = async ({ shard }: { shard?: number }, context: Context): Promise<void> => {
  const partitions = shard === undefined ? DUE_PARTITIONS : DUE_PARTITIONS.slice(shard, shard + 1);
  await Promise.all(partitions.map((partition) => workOn(partition, context)));
};

const workOn = async (partition: string, context: Context): Promise<void> => {
  for await (const { jobs, envelopes, log: isLogDue } of dueIn(partition, timestamp())) {
    await sendToQueue('job', jobs.map(jobMessage));
    if (isLogDue) await removeLogDue();
    for (let at = 0; at < envelopes.length; at += AT_ONCE) {
      if (context.getRemainingTimeInMillis() < RESERVE) return;
      // One that fails must not delay the others; it stays due.
      const results = await Promise.allSettled(envelopes.slice(at, at + AT_ONCE).map(lookAfter));
      for (const result of results) {
        if (result.status === 'rejected') log().error('A due envelope failed', { error: result.reason as Error });
      }
    }
  }
};
