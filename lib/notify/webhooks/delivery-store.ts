import { DAY, epochSeconds, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import {
  type Delivery,
  deliveriesBefore,
  endAttempt,
  type Lane,
  leaseDelivery,
  logDelivery,
  logUnsent,
  makeDeliveryDue,
  nextAttemptAt,
  replayDelivery,
} from '../../storage/deliveries.ts';
import type { WebhookAttemptMessage } from '../../storage/outbox/queues.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { AttemptResult } from './call-receiver.ts';
import type { WebhookDelivery, WebhookDeliveryPage } from './delivery.ts';
import { nextAttemptDelay } from './schedule.ts';

/** Longer than any attempt (15 seconds for a token, 15 for the call). Another worker takes over after this. */
const LEASE = 40 * SECOND;
const KEPT = (30 * DAY) / SECOND;

/** The webhook queue's message that makes the worker try a logged event again. */
export const retryMessage = ({
  organization_id,
  webhook_id,
  id,
}: Pick<DeliveryItem, 'organization_id' | 'webhook_id' | 'id'>): WebhookAttemptMessage => ({
  organization_id,
  webhook_id,
  event_id: id,
  attempt: true,
});

export type NewDelivery = Pick<
  DeliveryItem,
  'id' | 'organization_id' | 'webhook_id' | 'event' | 'url' | 'body' | 'created_at'
>;

/** Logs an event that the caller attempts next; undefined if it is logged already. */
export const logAndClaim = (event: NewDelivery): Promise<DeliveryItem | undefined> => {
  const until = timestampIn(LEASE);
  const claimed = { ...pending(event), attempts: 1, last_attempt_at: timestamp(), leased_until: until };
  return logDelivery(claimed, 'fast', until);
};

/** Logs an event that is to be attempted as soon as possible. */
export const logDue = (event: NewDelivery, lane: Lane): Promise<DeliveryItem | undefined> =>
  logDelivery(pending(event), lane, timestamp());

/** Logs an event for a replay that sends it for the first time; undefined if it is logged already. */
export const logReplayed = (event: NewDelivery, replay: string): Promise<DeliveryItem | undefined> =>
  logDelivery({ ...pending(event), replay }, 'own', timestamp());

/** Makes a logged event due once for each replay, as `makeDue`; false if it isn't logged, or was made due by it. */
export const makeDueFor = (webhook_id: string, id: string, replay: string): Promise<boolean> =>
  replayDelivery(webhook_id, id, { replay, now: timestamp(), ttl: epochSeconds() + KEPT });

/** Logs an event that is not sent, for `reason`: it can be redelivered. No change if it is logged already. */
export const logNotSent = (event: NewDelivery, reason: string): Promise<void> =>
  logUnsent({ ...pending(event), status: 'not_sent', last_result: reason });

/** Leases a logged event for one attempt, if it is due; undefined if it isn't, or another worker has it. */
export const claim = (webhook_id: string, id: string): Promise<DeliveryItem | undefined> =>
  leaseDelivery(webhook_id, id, { now: timestamp(), until: timestampIn(LEASE) });

/** True if the schedule has another attempt for an event that was just leased. */
export const hasAttemptsLeft = (item: DeliveryItem): boolean => {
  const earlier = attemptOf(item) - 1;
  return earlier === 0 || nextAttemptDelay(earlier) !== null;
};

/** Number of this attempt in the current schedule, from 1. */
const attemptOf = (item: DeliveryItem): number => item.attempts - item.attempts_before;

/**
 * Records the result of the attempt for which `item` was leased: delivered, given up, or due again after the schedule's
 * gap (or later, if the receiver asked for it), in the queue `lane`. No change if another worker has the event by now.
 */
export const recordResult = async (
  item: DeliveryItem,
  url: string,
  result: AttemptResult,
  lane: Lane,
): Promise<void> => {
  const delay = result.outcome === 'retry' ? nextAttemptDelay(attemptOf(item)) : null;
  const status = delay !== null ? 'pending' : result.outcome === 'retry' ? 'failed' : result.outcome;
  const changes = {
    status,
    url,
    last_status: result.status,
    last_result: result.result,
    last_duration: result.duration,
    ...(status === 'delivered' ? { delivered_at: timestamp() } : {}),
  } as const;
  const at = delay === null ? null : timestampIn(Math.max(delay, result.retryAfterMs ?? 0));
  await endAttempt(item, changes, at === null ? null : { at, lane });
};

/** Ends a leased event without an attempt, for `reason`. */
export const giveUp = (item: DeliveryItem, reason: string): Promise<void> =>
  endAttempt(item, { status: 'failed', last_result: reason }, null);

/**
 * Makes a logged event due now with the whole schedule of retries, whatever its result was. Returns the new record; an
 * event that is being attempted stays unchanged. Undefined if there is none.
 */
export const makeDue = (webhook_id: string, id: string, lane: Lane): Promise<DeliveryItem | undefined> =>
  makeDeliveryDue(webhook_id, id, { lane, now: timestamp(), ttl: epochSeconds() + KEPT });

/** Reads a page of the log, the newest event first. A page of large events may have fewer than `rows`. */
export const listDeliveries = async (
  webhook_id: string,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<WebhookDeliveryPage> => {
  const { items, isMore } = await deliveriesBefore(webhook_id, { rows, before });
  return { deliveries: items.map(presentDelivery), next: isMore ? (items.at(-1)?.id ?? null) : null };
};

/** Presents the event. */
export const presentDelivery = (item: DeliveryItem): WebhookDelivery => ({
  id: item.id,
  webhook_id: item.webhook_id,
  organization_id: item.organization_id,
  event: item.event,
  url: item.url,
  body: JSON.parse(item.body),
  status: item.status,
  attempts: item.attempts,
  created_at: item.created_at,
  delivered_at: item.delivered_at,
  last_attempt_at: item.last_attempt_at,
  next_attempt_at: item.status === 'pending' ? nextAttemptAt(item) : null,
  last_status: item.last_status,
  last_result: item.last_result,
  last_duration: item.last_duration,
});

const pending = (event: NewDelivery): Delivery => ({
  ...event,
  status: 'pending',
  attempts: 0,
  attempts_before: 0,
  leased_until: null,
  delivered_at: null,
  last_attempt_at: null,
  last_status: null,
  last_result: null,
  last_duration: null,
  ttl: epochSeconds() + KEPT,
});
