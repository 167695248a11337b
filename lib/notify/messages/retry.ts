import { DAY, epochSeconds, MINUTE, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { findRetry, leaseRetry, putRetry, removeRetry } from '../../storage/message-retries.ts';
import type { PeopleMessage, QueueMessages } from '../../storage/outbox/queues.ts';
import type { MessageRetry } from '../../storage/records/message-retry.ts';

/** Gaps after the first failures; the last one repeats. */
const GAPS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE] as const;
const GIVEN_UP_AFTER = 3 * DAY;
/** Longer than a worker may run. */
const LEASE = 2 * MINUTE;
const KEPT = (14 * DAY) / SECOND;

/** The queue's message that makes the worker retry. */
export const retryRequest = ({ request }: MessageRetry): QueueMessages['message'] => ({ ...request, retry: true });

/** Leases the event for one try, if it is due; false if it isn't, was handled, or another worker has it. */
export const claimRetry = (event_id: string): Promise<boolean> =>
  leaseRetry(event_id, { now: timestamp(), until: timestampIn(LEASE) });

/** Records that messages of the event failed, so that they are retried later; false after too long a time. */
export const noteFailure = async (event_id: string, request: PeopleMessage): Promise<boolean> => {
  const known = await findRetry(event_id);
  const first_failed_at = known?.first_failed_at ?? timestamp();
  if (first_failed_at <= timestampIn(-GIVEN_UP_AFTER)) {
    await removeRetry(event_id);
    return false;
  }
  const failures = (known?.failures ?? 0) + 1;
  const gap = GAPS[failures - 1] ?? GAPS[4];
  const retry = { id: event_id, request, failures, first_failed_at, ttl: epochSeconds() + KEPT };
  await putRetry(retry, timestampIn(gap));
  return true;
};

/** Delays the event by so many seconds without counting a failure. */
export const park = async (event_id: string, request: PeopleMessage, seconds: number): Promise<void> => {
  const at = timestampIn(seconds * SECOND);
  const ttl = epochSeconds() + seconds + KEPT;
  await putRetry({ id: event_id, request, failures: 0, first_failed_at: at, ttl }, at);
};
