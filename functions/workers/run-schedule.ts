import { sendToQueue } from '../../lib/aws/queues/send.ts';
import { timestamp } from '../../lib/base/clock.ts';
import { log } from '../../lib/base/log.ts';
import type { Access } from '../../lib/http/contract.ts';
import { isRetry, retryRequest } from '../../lib/notify/messages/retry.ts';
import { isDelivery, retryMessage } from '../../lib/notify/webhooks/store.ts';
import { lookAfter } from '../../lib/signing/envelopes/due.ts';
import { type Item, queryOnce } from '../../lib/storage/client.ts';
import { isJob, jobMessage } from '../../lib/storage/jobs/record.ts';
import { DUE_SHARDS, dueShard } from '../../lib/storage/keys.ts';

export const access: Access = {
  table: ['Query', 'PutItem', 'UpdateItem'],
  indexes: ['gsi1'],
  queues: ['seal', 'message', 'webhook', 'job'],
};

/** What one run takes of each part of the index; the rest is due a minute later too. */
const PER_RUN = 100;

/** Does what has become due: reminders, expiries, next attempts at webhooks and messages, sealings and jobs that got lost. Never scans. */
export const handler = async (): Promise<void> => {
  const at = timestamp();
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => dueShard(shard));
  const due = (await Promise.all(shards.map((shard) => dueItems(shard, at)))).flat();
  const deliveries = due.filter(isDelivery);
  await sendToQueue('webhook', deliveries.map(retryMessage));
  await sendToQueue('job', due.filter(isJob).map(jobMessage));
  await sendToQueue('message', due.filter(isRetry).map(retryRequest));
  // One that fails must not hold up the others; it stays due.
  const results = await Promise.allSettled(
    due.filter((item) => !isDelivery(item) && !isJob(item) && !isRetry(item)).map(({ id }) => lookAfter(String(id))),
  );
  for (const result of results) {
    if (result.status === 'rejected') log().error('A due envelope failed', { error: result.reason as Error });
  }
};

const dueItems = async (shard: string, at: string): Promise<Item[]> => {
  const { items } = await queryOnce<Item>({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :shard AND gsi1sk <= :at',
    ExpressionAttributeValues: { ':shard': shard, ':at': at },
    Limit: PER_RUN,
  });
  return items;
};
