import type { Key } from '../key.ts';

/**
 * An event whose messages could not be sent: in the due index (gsi1) at the time of its next try. A queue gives up after a
 * few tries; mail that is out of order for a day is no reason to lose an invitation.
 */
export interface MessageRetry extends Key {
  id: string;
  /** Message that the queue carried. */
  request: object;
  failures: number;
  first_failed_at: string;
  /** Until when the worker that makes a try has it to itself; null between tries. */
  leased_until: string | null;
  gsi1pk: string;
  gsi1sk: string;
  ttl: number;
}
