import type { Context } from 'aws-lambda';
import { timestamp } from '../../lib/base/clock.ts';
import { logged } from '../../lib/base/log.ts';
import type { Access } from '../../lib/http/contract.ts';
import { sendRetries } from '../../lib/notify/send-retries.ts';
import { dueIn, RETRY_PARTITIONS } from '../../lib/storage/due.ts';

export const access: Access = { read: ['due'], queues: ['message', 'webhook'] };

/**
 * Pages of a partition in one run. What is sent stays due until its worker takes it, so a run without this bound would
 * send a large backlog again each minute.
 */
const PAGES = 5;
const RESERVE = 10_000;

/** Passes due retries of webhooks and messages to their workers, once a minute. */
export const handler = logged(async (_: unknown, context: Context): Promise<void> => {
  await Promise.all(RETRY_PARTITIONS.map((partition) => passOn(partition, context)));
});

const passOn = async (partition: string, context: Context): Promise<void> => {
  let pages = 0;
  for await (const due of dueIn(partition, timestamp())) {
    await sendRetries(due);
    if (++pages === PAGES || context.getRemainingTimeInMillis() < RESERVE) return;
  }
};
