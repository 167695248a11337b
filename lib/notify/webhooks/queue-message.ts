import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { moveToOwnQueue } from '../../storage/deliveries.ts';
import type { QueueMessages } from '../../storage/outbox/queues.ts';
import { ADMINISTRATION_EVENT, WEBHOOK_EVENTS } from '../../storage/outbox/webhook-events.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import { attempt } from './attempt.ts';
import type { AttemptResult } from './call-receiver.ts';
import { claim, logAndClaim, logDue, logNotSent } from './delivery-store.ts';
import { webhookPayload } from './payload.ts';
import { isCallable, isGone, wants, webhookToCall } from './settings.ts';
import { callInTurn } from './turn.ts';

const EventMessage = z.object({
  organization_id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  webhook_event: z.enum([...WEBHOOK_EVENTS, ADMINISTRATION_EVENT]),
  created_at: z.string(),
  data: z.record(z.string(), z.unknown()),
});
type EventMessage = z.output<typeof EventMessage>;

const AttemptMessage = z.object({
  organization_id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  attempt: z.literal(true),
});
type AttemptMessage = z.output<typeof AttemptMessage>;

/**
 * A message of the webhook queue: events of one envelope in their order, an event, or another attempt at a logged one.
 */
const Message = z.union([
  z.object({ envelope_id: z.string(), webhook_id: z.string(), events: z.array(EventMessage).min(1) }),
  AttemptMessage,
  EventMessage,
]);

/**
 * Handles one message of the webhook queue: at most one call of the receiver for each event, one after the other.
 * Repeated messages are harmless: an event is logged once, and only the worker that leases it makes the attempt. Throws
 * for an invalid message, and if the table fails. Returns the results of the calls that were made.
 */
export const handleMessage = async (sent: QueueMessages['webhook']): Promise<AttemptResult[]> => {
  const message = Message.parse(sent);
  const results: AttemptResult[] = [];
  for (const one of 'events' in message ? message.events : [message]) {
    const result = await deliver(one);
    if (result) results.push(result);
  }
  return results;
};

const deliver = async (message: EventMessage | AttemptMessage): Promise<AttemptResult | undefined> => {
  const { organization_id, webhook_id, event_id } = message;
  const webhook = await webhookToCall(organization_id, webhook_id);
  const isNew = 'data' in message;
  if (isNew && !wants(webhook, message.webhook_event)) return undefined;
  if (isNew && isGone(webhook)) return keptBack(webhook, message);
  if (webhook.in_turns && isCallable(webhook)) return setAside(webhook, message);
  const logged = isNew ? await logAndClaim(deliveryOf(webhook, message)) : undefined;
  const item = logged ?? (await claim(webhook_id, event_id));
  return item && attempt(webhook, item, 'fast');
};

/** Lets the event wait for the webhook's turn: it is slow or down, and would hold this worker up. */
const setAside = async (webhook: WebhookItem, message: EventMessage | AttemptMessage): Promise<undefined> => {
  const logged = 'data' in message ? await logDue(deliveryOf(webhook, message), 'own') : undefined;
  if (!logged) await moveToOwnQueue(webhook.id, message.event_id, timestamp());
  await callInTurn(webhook);
};

const keptBack = async (webhook: WebhookItem, message: EventMessage): Promise<undefined> => {
  await logNotSent(deliveryOf(webhook, message), 'Not sent: the receiver had answered 410 Gone.');
};

const deliveryOf = (webhook: WebhookItem, message: EventMessage) => {
  const { organization_id, webhook_id, event_id: id, webhook_event: event, created_at, data } = message;
  const body = webhookPayload({ event, organization_id, created_at, data });
  return { id, organization_id, webhook_id, event, url: webhook.url, body, created_at };
};
