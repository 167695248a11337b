import { DAY, epochSeconds, MINUTE, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { ConditionFailed, deleteItem, getItem, type Item, putItem, updateItem } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { dueIndex, isMessageRetry, messageRetryKey } from '../../storage/keys.ts';

/**
 * An event whose messages could not be sent, as the table holds it: in the due index (gsi1) at the time of its next try.
 * A queue gives up after a few tries; mail that is out of order for a day is no reason to lose an invitation.
 */
export interface MessageRetry extends Key {
  id: string;
  /** What the message queue carried. */
  request: object;
  failures: number;
  first_failed_at: string;
  /** Until when the worker that makes a try has it to itself; null between tries. */
  leased_until: string | null;
  gsi1pk: string;
  gsi1sk: string;
  ttl: number;
}

/** Gaps after the first failures, then the last one again and again. */
const GAPS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE] as const;
const GIVEN_UP_AFTER = 3 * DAY;
/** Longer than a worker may run. */
const LEASE = 2 * MINUTE;
const KEPT = (14 * DAY) / SECOND;

export const isRetry = (item: Item): item is Item & MessageRetry => isMessageRetry(item);

/** The queue's message that makes the worker try again. */
export const retryRequest = ({ request }: MessageRetry): object => ({ ...request, retry: true });

/** Takes the event for one try, if it is due; false where it is not, was dealt with, or another worker has it. */
export const claimRetry = async (event_id: string): Promise<boolean> => {
  const until = timestampIn(LEASE);
  try {
    await updateItem(
      messageRetryKey(event_id),
      onlyIf(setting({ leased_until: until, gsi1sk: until }), 'gsi1sk <= :now', { ':now': timestamp() }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

/** Notes that messages of the event failed, so that they are tried again later; false where it went on for too long. */
export const noteFailure = async (event_id: string, request: object): Promise<boolean> => {
  const key = messageRetryKey(event_id);
  const known = await getItem<MessageRetry>(key);
  const first_failed_at = known?.first_failed_at ?? timestamp();
  if (first_failed_at <= timestampIn(-GIVEN_UP_AFTER)) {
    await deleteItem(key);
    return false;
  }
  const failures = (known?.failures ?? 0) + 1;
  const gap = GAPS[failures - 1] ?? GAPS[4];
  const item: MessageRetry = {
    ...key,
    ...dueIndex(event_id, timestampIn(gap)),
    id: event_id,
    request,
    failures,
    first_failed_at,
    leased_until: null,
    ttl: epochSeconds() + KEPT,
  };
  await putItem(item);
  return true;
};

/** Puts the event off for so many seconds, which is no failure: its messages are lost no sooner than any others. */
export const park = async (event_id: string, request: object, seconds: number): Promise<void> => {
  const at = timestampIn(seconds * SECOND);
  const item: MessageRetry = {
    ...messageRetryKey(event_id),
    ...dueIndex(event_id, at),
    id: event_id,
    request,
    failures: 0,
    first_failed_at: at,
    leased_until: null,
    ttl: epochSeconds() + seconds + KEPT,
  };
  await putItem(item);
};

/** Forgets the event: all of its messages went out. */
export const forgetRetry = async (event_id: string): Promise<void> => {
  await deleteItem(messageRetryKey(event_id));
};
