import { type Item, type Position, type Read, readPart } from './engine/client.ts';
import {
  DUE_SHARDS,
  deliveryKey,
  dueShard,
  isLogDue,
  isMessageRetry,
  organizationOfHeadDue,
  RETRY_SHARDS,
  retryShard,
} from './engine/keys.ts';
import { isJob, type JobItem } from './jobs/record.ts';
import type { DeliveryItem } from './records/delivery.ts';
import type { MessageRetry } from './records/message-retry.ts';

/** Records that have become due, by kind. */
export interface Due {
  deliveries: DueDelivery[];
  retries: MessageRetry[];
  jobs: JobItem[];
  /** Ids of envelopes. */
  envelopes: string[];
  /** True if a time-stamp of the log is due. */
  log: boolean;
  /** Organizations whose head of administration is due for the log. */
  heads: string[];
}

type DueDelivery = Pick<DeliveryItem, 'organization_id' | 'webhook_id' | 'id'>;

const PAGE = 100;

/** Partitions of the index of what is due: of envelopes and jobs, and of retries. */
export const DUE_PARTITIONS: readonly string[] = Array.from({ length: DUE_SHARDS }, (_, shard) => dueShard(shard));
export const RETRY_PARTITIONS: readonly string[] = Array.from({ length: RETRY_SHARDS }, (_, shard) =>
  retryShard(shard),
);

/**
 * Reads the records of a partition that are due at `at` page by page, the longest overdue first. It goes on after those
 * that it has read, though they may still be due: work that fails each time must not hide what comes after it.
 */
export async function* dueIn(partition: string, at: string): AsyncGenerator<Due> {
  let after: Position | undefined;
  do {
    const { items, next }: Read<Item> = await readPart({ pk: partition, index: 'gsi1', to: at, limit: PAGE, after });
    if (items.length > 0) yield byKind(items);
    after = next;
  } while (after);
}

const byKind = (items: readonly Item[]): Due => ({
  deliveries: items.filter(isDelivery),
  retries: items.filter(isRetry),
  jobs: items.filter(isJob),
  envelopes: items
    .filter(
      (item) => !isDelivery(item) && !isJob(item) && !isRetry(item) && !isLogDue(item) && !organizationOfHeadDue(item),
    )
    .map(({ id }) => String(id)),
  log: items.some(isLogDue),
  heads: items.flatMap((item) => organizationOfHeadDue(item) ?? []),
});

/** True for an event of the log of webhook deliveries. */
const isDelivery = (item: Item): item is Item & DueDelivery =>
  typeof item.webhook_id === 'string' && item.pk === deliveryKey(item.webhook_id, item.sk).pk;

export const isRetry = (item: Item): item is Item & MessageRetry => isMessageRetry(item);
