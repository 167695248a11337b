import { DAY, epochSeconds, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import {
  type Delivery,
  deliveriesBefore,
  endAttempt,
  leaseDelivery,
  logDelivery,
  makeDeliveryDue,
  nextAttemptAt,
} from '../../storage/deliveries.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { DeliveryResult } from './deliver.ts';
import type { WebhookDelivery, WebhookDeliveryPage } from './delivery.ts';
import { nextAttemptDelay } from './schedule.ts';

/** A message of run-schedule and of redelivery to the webhook queue: one more attempt at a logged event. */
export interface RetryMessage {
  organization_id: string;
  event_id: string;
  attempt: true;
}

/** Longer than any attempt lasts (15 seconds for a token, 15 for the call). A worker that dies is followed after this. */
const LEASE = 40 * SECOND;
const KEPT = (30 * DAY) / SECOND;

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
  const claimed = { ...pending(event), attempts: 1, last_attempt_at: timestamp(), leased_until: until };
  return logDelivery(claimed, until);
};

/** Logs an event that is to be attempted as soon as possible. */
export const logDue = (event: NewDelivery): Promise<DeliveryItem | undefined> =>
  logDelivery(pending(event), timestamp());

/** Takes a logged event for one attempt, if it is due; undefined where it is not, or another worker has it. */
export const claim = (organization_id: string, id: string): Promise<DeliveryItem | undefined> =>
  leaseDelivery(organization_id, id, { now: timestamp(), until: timestampIn(LEASE) });

/** True if the schedule has an attempt left for an event that was just claimed. */
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
  const changes = {
    status,
    url,
    last_status: result.status,
    last_result: result.result,
    ...(status === 'delivered' ? { delivered_at: timestamp() } : {}),
  } as const;
  await endAttempt(item, changes, delay === null ? null : timestampIn(Math.max(delay, result.retryAfterMs ?? 0)));
};

/** Ends a claimed event without an attempt, for `reason`. */
export const giveUp = (item: DeliveryItem, reason: string): Promise<void> =>
  endAttempt(item, { status: 'failed', last_result: reason }, null);

/**
 * Makes a logged event due now, whatever became of it, with the whole schedule before it. Answers it as it is then; an
 * event that is being attempted right now stays as it is. Undefined where there is none.
 */
export const makeDue = (organization_id: string, id: string): Promise<DeliveryItem | undefined> =>
  makeDeliveryDue(organization_id, id, { now: timestamp(), ttl: epochSeconds() + KEPT });

/** A page of the log, the newest event first. A page of large events may hold fewer than `rows`. */
export const listDeliveries = async (
  organization_id: string,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<WebhookDeliveryPage> => {
  const { items, isMore } = await deliveriesBefore(organization_id, { rows, before });
  return { deliveries: items.map(presentDelivery), next: isMore ? (items.at(-1)?.id ?? null) : null };
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
  next_attempt_at: item.status === 'pending' ? nextAttemptAt(item) : null,
  last_status: item.last_status,
  last_result: item.last_result,
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
  ttl: epochSeconds() + KEPT,
});
