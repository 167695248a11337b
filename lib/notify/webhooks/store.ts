import { DAY, epochSeconds, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { ConditionFailed, getItem, type Item, putItem, queryOnce, updateItem } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { deliveryKey, dueIndex } from '../../storage/keys.ts';
import type { DeliveryResult } from './deliver.ts';
import type { WebhookDelivery, WebhookDeliveryPage } from './delivery.ts';
import { nextAttemptDelay } from './schedule.ts';

/**
 * An event in the delivery log, as the table holds it. While it is pending it stands in the due index (gsi1) at the time
 * of its next attempt, so that no attempt depends on a queue's message: whatever is lost, the schedule finds it there.
 */
export interface DeliveryItem extends Key, Omit<WebhookDelivery, 'webhook_id' | 'body' | 'next_attempt_at'> {
  /** The payload's text: the same in every attempt. */
  body: string;
  /** How many attempts were made before the latest redelivery: each one starts the schedule anew. */
  attempts_before: number;
  /** Until when the worker that makes an attempt has it to itself; null between attempts. */
  leased_until: string | null;
  gsi1pk?: string;
  gsi1sk?: string;
  ttl: number;
}

/** What run-schedule and redelivery put on the webhook queue: one more attempt at a logged event. */
export interface RetryMessage {
  organization_id: string;
  event_id: string;
  attempt: true;
}

/** Longer than any attempt lasts (15 seconds for a token, 15 for the call). A worker that dies is followed after this. */
const LEASE = 40 * SECOND;
const KEPT = (30 * DAY) / SECOND;

/** Whether an item of the due index is an event of the delivery log. */
export const isDelivery = (item: Item): item is Item & DeliveryItem =>
  typeof item.organization_id === 'string' && item.pk === deliveryKey(item.organization_id, '').pk;

/** The message that makes the worker try `item` again. */
export const retryMessage = ({ organization_id, id }: Pick<DeliveryItem, 'organization_id' | 'id'>): RetryMessage => ({
  organization_id,
  event_id: id,
  attempt: true,
});

type NewDelivery = Pick<DeliveryItem, 'id' | 'organization_id' | 'event' | 'url' | 'body' | 'created_at'>;

/** Logs an event that the caller attempts next; undefined where it is logged already. */
export const logAndClaim = (event: NewDelivery): Promise<DeliveryItem | undefined> => {
  const until = timestampIn(LEASE);
  return logged({ ...pending(event, until), attempts: 1, last_attempt_at: timestamp(), leased_until: until });
};

/** Logs an event that is to be attempted as soon as possible. */
export const logDue = (event: NewDelivery): Promise<DeliveryItem | undefined> => logged(pending(event, timestamp()));

/** Takes a logged event for one attempt, if it is due; undefined where it is not, or another worker has it. */
export const claim = (organization_id: string, id: string): Promise<DeliveryItem | undefined> => {
  const until = timestampIn(LEASE);
  return unlessRefused(() =>
    updateItem<DeliveryItem>(deliveryKey(organization_id, id), {
      UpdateExpression:
        'SET attempts = attempts + :one, last_attempt_at = :now, leased_until = :until, gsi1sk = :until',
      ConditionExpression: '#status = :pending AND gsi1sk <= :now',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':one': 1, ':now': timestamp(), ':until': until, ':pending': 'pending' },
    }),
  );
};

/** Whether the schedule has an attempt left for an event that was just claimed. */
export const hasAttemptsLeft = (item: DeliveryItem): boolean => {
  const earlier = attemptOf(item) - 1;
  return earlier === 0 || nextAttemptDelay(earlier) !== null;
};

/** Which attempt of the current schedule this is; 1 = the first. */
const attemptOf = (item: DeliveryItem): number => item.attempts - item.attempts_before;

/**
 * Records how the attempt went that `item` was claimed for: delivered, given up, or due again after the schedule's gap
 * (or later, where the receiver asked for it). Does nothing where another worker has taken the event over.
 */
export const recordResult = async (item: DeliveryItem, url: string, result: DeliveryResult): Promise<void> => {
  const delay = result.outcome === 'retry' ? nextAttemptDelay(attemptOf(item)) : null;
  const status = delay !== null ? 'pending' : result.outcome === 'retry' ? 'failed' : result.outcome;
  await finish(item, {
    status,
    url,
    last_status: result.status,
    last_result: result.result,
    ...(status === 'delivered' ? { delivered_at: timestamp() } : {}),
    ...(delay === null ? {} : { gsi1sk: timestampIn(Math.max(delay, result.retryAfterMs ?? 0)) }),
  });
};

/** Ends a claimed event without an attempt, for `reason`. */
export const giveUp = (item: DeliveryItem, reason: string): Promise<void> =>
  finish(item, { status: 'failed', last_result: reason });

/**
 * Makes a logged event due now, whatever became of it, with the whole schedule before it. Answers it as it is then; an
 * event that is being attempted right now stays as it is. Undefined where there is none.
 */
export const makeDue = async (organization_id: string, id: string): Promise<DeliveryItem | undefined> => {
  const key = deliveryKey(organization_id, id);
  const now = timestamp();
  const made = await unlessRefused(() =>
    updateItem<DeliveryItem>(key, {
      UpdateExpression:
        'SET #status = :pending, attempts_before = attempts, leased_until = :none, gsi1pk = :due, gsi1sk = :now, #ttl = :ttl',
      ConditionExpression: 'attribute_exists(pk) AND (leased_until = :none OR leased_until < :now)',
      ExpressionAttributeNames: { '#status': 'status', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':pending': 'pending',
        ':due': dueIndex(id, now).gsi1pk,
        ':now': now,
        ':ttl': epochSeconds() + KEPT,
        ':none': null,
      },
    }),
  );
  return made ?? getItem<DeliveryItem>(key);
};

/** A page of the log, the newest event first. A page of large events may hold fewer than `rows`. */
export const listDeliveries = async (
  organization_id: string,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<WebhookDeliveryPage> => {
  const { items, next } = await queryOnce<DeliveryItem>({
    KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
    ExpressionAttributeValues: {
      ':pk': deliveryKey(organization_id, '').pk,
      ...(before === undefined ? {} : { ':before': deliveryKey(organization_id, before).sk }),
    },
    ScanIndexForward: false,
    Limit: rows,
    ConsistentRead: true,
  });
  return { deliveries: items.map(presentDelivery), next: next ? (items.at(-1)?.id ?? null) : null };
};

/** The event as it is answered. */
export const presentDelivery = (item: DeliveryItem): WebhookDelivery => ({
  id: item.id,
  webhook_id: item.organization_id,
  organization_id: item.organization_id,
  event: item.event,
  url: item.url,
  body: JSON.parse(item.body),
  status: item.status,
  attempts: item.attempts,
  created_at: item.created_at,
  delivered_at: item.delivered_at,
  last_attempt_at: item.last_attempt_at,
  next_attempt_at: item.status === 'pending' ? (item.gsi1sk ?? null) : null,
  last_status: item.last_status,
  last_result: item.last_result,
});

const pending = (event: NewDelivery, due: string): DeliveryItem => ({
  ...deliveryKey(event.organization_id, event.id),
  ...dueIndex(event.id, due),
  ...event,
  status: 'pending',
  attempts: 0,
  attempts_before: 0,
  leased_until: null,
  delivered_at: null,
  last_attempt_at: null,
  last_status: null,
  last_result: null,
  ttl: epochSeconds() + KEPT,
});

const logged = (item: DeliveryItem): Promise<DeliveryItem | undefined> =>
  unlessRefused(async () => {
    await putItem(item, 'attribute_not_exists(pk)');
    return item;
  });

const finish = async (item: DeliveryItem, changes: Partial<DeliveryItem>): Promise<void> => {
  const over = changes.status === 'pending' ? [] : ['gsi1pk', 'gsi1sk'];
  await unlessRefused(() =>
    updateItem<DeliveryItem>(
      item,
      onlyIf(setting({ ...changes, leased_until: null }, over), 'attempts = :attempts AND leased_until = :lease', {
        ':attempts': item.attempts,
        ':lease': item.leased_until,
      }),
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
