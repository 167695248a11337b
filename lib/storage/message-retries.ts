import { changeRecord, getItem, putRecord, removeRecord } from './engine/client.ts';
import { isMade } from './engine/commit.ts';
import { messageRetryKey, retryIndex } from './engine/keys.ts';
import { is } from './engine/where.ts';
import type { MessageRetry } from './records/message-retry.ts';

export const findRetry = (event_id: string): Promise<MessageRetry | undefined> =>
  getItem<MessageRetry>(messageRetryKey(event_id));

/** Stores an event until its messages are tried again at `due`. */
export const putRetry = (
  retry: Omit<MessageRetry, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk' | 'leased_until'>,
  due: string,
): Promise<void> =>
  putRecord({ ...messageRetryKey(retry.id), ...retryIndex(retry.id, due), ...retry, leased_until: null });

/** Leases an event that is due `now` for one try; false if it isn't due, was handled, or another worker has it. */
export const leaseRetry = (event_id: string, { now, until }: { now: string; until: string }): Promise<boolean> =>
  isMade(() =>
    changeRecord(messageRetryKey(event_id), {
      set: { leased_until: until, gsi1sk: until },
      where: { gsi1sk: is.atMost(now) },
    }),
  );

export const removeRetry = async (event_id: string): Promise<void> => {
  await removeRecord(messageRetryKey(event_id));
};
