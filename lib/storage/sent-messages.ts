import { getItem, putRecord } from './client.ts';
import { ifHeld } from './commit.ts';
import type { Key } from './key.ts';
import { sentMessageKey } from './keys.ts';
import { ABSENT } from './where.ts';

/** Record of a message that went out. */
interface SentItem extends Key {
  sent_at: string;
  /** For longer than any queue repeats it. */
  ttl: number;
}

/** True where a message with this id went out. */
export const wasSent = async (id: string): Promise<boolean> =>
  (await getItem<SentItem>(sentMessageKey(id))) !== undefined;

/** Records that it did; nothing where a second worker has recorded it. */
export const recordSent = async (id: string, times: Omit<SentItem, 'pk' | 'sk'>): Promise<void> => {
  await ifHeld(() => putRecord({ ...sentMessageKey(id), ...times }, ABSENT));
};
