import type { Key } from '../key.ts';

/** When mails of one kind went out. */
export interface AskedMails extends Key {
  count: number;
  /** In milliseconds since 1970. */
  last_at: number;
  /** The request that the last one was for: the queue may try it again. */
  event_id: string;
  ttl: number;
}
