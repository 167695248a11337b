import type { Key } from '../key.ts';
import type { WebhookEvent } from '../outbox/webhook-events.ts';

/**
 * An event in the log of what was sent to an organization's webhook. While it is pending it stands in the due index (gsi1)
 * at the time of its next attempt, so that no attempt depends on a queue's message: whatever is lost, the schedule finds
 * it there.
 */
export interface DeliveryItem extends Key {
  id: string;
  organization_id: string;
  event: WebhookEvent | 'webhook_test';
  /** Address that the latest attempt went to. */
  url: string;
  /** The payload's text: the same in every attempt. */
  body: string;
  status: 'pending' | 'delivered' | 'failed' | 'gone';
  attempts: number;
  /** Number of attempts before the latest redelivery: each one starts the schedule anew. */
  attempts_before: number;
  /** Until when the worker that makes an attempt has it to itself; null between attempts. */
  leased_until: string | null;
  created_at: string;
  delivered_at: string | null;
  last_attempt_at: string | null;
  last_status: number | null;
  last_result: string | null;
  gsi1pk?: string;
  gsi1sk?: string;
  ttl: number;
}
