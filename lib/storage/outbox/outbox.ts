import { epochSeconds, timestamp } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Key } from '../engine/key.ts';
import { outboxKey } from '../engine/keys.ts';
import type { Write } from '../engine/write.ts';
import type { MessageRequest } from './message-request.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** An event outside of envelopes: written in the transaction of the change, handled by workers. */
export interface OutboxEvent extends Key {
  id: string;
  organization_id: string;
  created_at: string;
  /** Its webhook event, if any. */
  webhook_event: WebhookEvent | null;
  /** The webhook's `data`. */
  data: Record<string, unknown>;
  message: MessageRequest | null;
  ttl: number;
}

const KEPT_SECONDS = 7 * 24 * 60 * 60;

/** The write of an event; it belongs in the transaction of the event's change. */
export const outboxWrite = (
  organization_id: string,
  {
    webhook_event = null,
    data = {},
    message = null,
  }: { webhook_event?: WebhookEvent | null; data?: Record<string, unknown>; message?: MessageRequest | null },
): Write => {
  const id = newId();
  const event: OutboxEvent = {
    ...outboxKey(organization_id, id),
    id,
    organization_id,
    created_at: timestamp(),
    webhook_event,
    data,
    message,
    ttl: epochSeconds() + KEPT_SECONDS,
  };
  return { put: event };
};
