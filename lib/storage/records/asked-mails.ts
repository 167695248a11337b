import type { Key } from '../engine/key.ts';

/** Times of the mails of one kind. */
export interface AskedMails extends Key {
  count: number;
  /** In milliseconds since 1970. */
  last_at: number;
  /** The request of the latest mail: the queue may retry it. */
  event_id: string;
  ttl: number;
}
