import type { Key } from '../engine/key.ts';
import type { RoutedEventName } from '../outbox/webhook-events.ts';

/**
 * An event in the log of a webhook. While it is pending it is in the due index (gsi1) at the time of
 * its next attempt, so that the schedule finds it if a queue's message is lost.
 */
export interface DeliveryItem extends Key {
  id: string;
  organization_id: string;
  /** The webhook's id; that of the organization for its first one. */
  webhook_id: string;
  event: RoutedEventName | 'webhook_test';
  /** Address of the latest attempt. */
  url: string;
  /** The payload's text: the same in every attempt. */
  body: string;
  status: 'pending' | 'delivered' | 'failed' | 'gone' | 'not_sent';
  attempts: number;
  /** Number of attempts before the latest redelivery, which starts the schedule of retries again. */
  attempts_before: number;
  /** End of the current worker's lease; null between attempts. */
  leased_until: string | null;
  created_at: string;
  delivered_at: string | null;
  last_attempt_at: string | null;
  last_status: number | null;
  last_result: string | null;
  /** Milliseconds that the latest attempt took. */
  last_duration: number | null;
  /** The latest replay in which it was sent again. */
  replay?: string;
  gsi1pk?: string;
  gsi1sk?: string;
  ttl: number;
}
