import { type Item, readPart } from './engine/client.ts';
import { DUE_SHARDS, deliveryKey, dueShard, isMessageRetry } from './engine/keys.ts';
import type { JobItem } from './jobs/record.ts';
import { isJob } from './jobs/record.ts';
import type { DeliveryItem } from './records/delivery.ts';
import type { MessageRetry } from './records/message-retry.ts';

/** Records that have become due, by kind. */
export interface Due {
  deliveries: DeliveryItem[];
  retries: MessageRetry[];
  jobs: JobItem[];
  /** Ids of envelopes. */
  envelopes: string[];
}

/** The most records from each shard of the index in one call; the rest stays due. */
const PER_SHARD = 100;

/** Reads a bounded number of records that are due at `at`, the longest overdue first. One query for each shard. */
export const dueAt = async (at: string): Promise<Due> => {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => dueShard(shard));
  const read = shards.map((pk) => readPart<Item>({ pk, index: 'gsi1', to: at, limit: PER_SHARD }));
  const items = (await Promise.all(read)).flatMap((part) => part.items);
  return {
    deliveries: items.filter(isDelivery),
    retries: items.filter(isRetry),
    jobs: items.filter(isJob),
    envelopes: items.filter((item) => !isDelivery(item) && !isJob(item) && !isRetry(item)).map(({ id }) => String(id)),
  };
};

/** True for an event of the log of webhook deliveries. */
const isDelivery = (item: Item): item is Item & DeliveryItem =>
  typeof item.organization_id === 'string' && item.pk === deliveryKey(item.organization_id, '').pk;

export const isRetry = (item: Item): item is Item & MessageRetry => isMessageRetry(item);
