import * as z from 'zod';
import { log } from '../../base/log.ts';
import type { QueueMessages } from '../../storage/outbox/queues.ts';
import { WEBHOOK_EVENTS } from '../../storage/outbox/webhook-events.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import { type AttemptResult, callReceiver } from './call-receiver.ts';
import { claim, giveUp, hasAttemptsLeft, logAndClaim, logNotSent, recordResult } from './delivery-store.ts';
import { webhookPayload } from './payload.ts';
import { credentialsOf, isCallable, isGone, noteResult, signingSecrets, wants, webhookToCall } from './settings.ts';

const EventMessage = z.object({
  organization_id: z.string(),
  event_id: z.string(),
  webhook_event: z.enum(WEBHOOK_EVENTS),
  created_at: z.string(),
  data: z.record(z.string(), z.unknown()),
});
type EventMessage = z.output<typeof EventMessage>;

const AttemptMessage = z.object({ organization_id: z.string(), event_id: z.string(), attempt: z.literal(true) });
type AttemptMessage = z.output<typeof AttemptMessage>;

/**
 * A message of the webhook queue: events of one envelope in their order, an event, or another attempt at a logged one.
 */
const Message = z.union([
  z.object({ envelope_id: z.string(), events: z.array(EventMessage).min(1) }),
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
  const { organization_id, event_id } = message;
  const webhook = await webhookToCall(organization_id);
  const isNew = 'data' in message;
  if (isNew && !wants(webhook, message.webhook_event)) return undefined;
  if (isNew && isGone(webhook)) return keptBack(webhook, message);
  const logged = isNew ? await logAndClaim(deliveryOf(webhook, message)) : undefined;
  const item = logged ?? (await claim(organization_id, event_id));
  if (!item) return undefined;
  if (!isCallable(webhook)) return givenUp(item, 'The webhook was switched off.');
  if (!hasAttemptsLeft(item)) return givenUp(item, 'No attempt was completed.');
  const result = await call(webhook, item);
  await recordResult(item, webhook.url, result);
  await noteResult(webhook, result);
  return result;
};

const givenUp = async (item: DeliveryItem, reason: string): Promise<undefined> => {
  await giveUp(item, reason);
};

const keptBack = async (webhook: WebhookItem, message: EventMessage): Promise<undefined> => {
  await logNotSent(deliveryOf(webhook, message), 'Not sent: the receiver had answered 410 Gone.');
};

const deliveryOf = (webhook: WebhookItem, message: EventMessage) => {
  const { organization_id, event_id: id, webhook_event: event, created_at, data } = message;
  const body = webhookPayload({ event, organization_id, created_at, data });
  return { id, organization_id, event, url: webhook.url, body, created_at };
};

const call = async (webhook: WebhookItem, { id, body, attempts }: DeliveryItem): Promise<AttemptResult> => {
  try {
    return await callReceiver({
      url: webhook.url,
      secrets: signingSecrets(webhook),
      id,
      payload: body,
      number: attempts,
      credentials: credentialsOf(webhook),
    });
  } catch (error) {
    // An internal fault; only another attempt can help the receiver.
    log().error('A webhook call could not be made', { error: error as Error, event_id: id });
    return { outcome: 'retry', status: null, result: 'The call could not be made.' };
  }
};
