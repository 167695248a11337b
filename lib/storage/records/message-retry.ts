import type { Key } from '../engine/key.ts';
import type { PeopleMessage } from '../outbox/queues.ts';

/**
 * An event whose messages could not be sent: in the due index (gsi1) at the time of its next try. A queue gives up
 * after a few tries, but invitations must survive an outage of mail for a day.
 */
export interface MessageRetry extends Key {
  id: string;
  /** Message that the queue carried. */
  request: PeopleMessage;
  failures: number;
  first_failed_at: string;
  /** End of the current worker's lease; null between tries. */
  leased_until: string | null;
  gsi1pk: string;
  gsi1sk: string;
  ttl: number;
}
