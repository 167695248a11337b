import { getItem, putRecord } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import { sentMessageKey } from './engine/keys.ts';
import { ABSENT } from './engine/where.ts';

/** Record of a message that went out. */
interface SentItem extends Key {
  sent_at: string;
  /** Longer than any queue repeats it. */
  ttl: number;
}

/** True if a message with this id was sent. */
export const wasSent = async (id: string): Promise<boolean> =>
  (await getItem<SentItem>(sentMessageKey(id))) !== undefined;

/** Records that it was sent; no change if a second worker has recorded it. */
export const recordSent = async (id: string, times: Omit<SentItem, 'pk' | 'sk'>): Promise<void> => {
  await ifHeld(() => putRecord({ ...sentMessageKey(id), ...times }, ABSENT));
};
