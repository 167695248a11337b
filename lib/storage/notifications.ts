import { collection, getItems, putRecord, writeItems } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import { notificationKey, notificationParts } from './engine/keys.ts';
import { readParts } from './engine/read-parts.ts';
import { ABSENT, is, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { NotificationItem } from './records/notification.ts';

export type Notification = Omit<NotificationItem, 'pk' | 'sk'>;

/**
 * Adds the entries of one event to their users' inboxes, except those that were added before, whether they were read or
 * not. Two runs at once add an entry once. Only if a user reads an entry between two runs' calls is it unread again.
 */
export const putNotifications = async (entries: readonly Notification[]): Promise<void> => {
  const read = await getItems<Key>(entries.map(({ user_id, id }) => notificationKey(user_id, id, true)));
  const added = entries.filter((_, at) => !read[at]);
  await Promise.all(
    added.map((entry) =>
      ifHeld(() => putRecord({ ...notificationKey(entry.user_id, entry.id, false), ...entry }, ABSENT)),
    ),
  );
};

/** The user's entry of this event, read or unread; undefined if there is none. */
export const findNotification = async (user_id: string, id: string): Promise<NotificationItem | undefined> => {
  const found = await getItems<NotificationItem>([true, false].map((read) => notificationKey(user_id, id, read)));
  return found.find((one) => one !== undefined && !one.deleted);
};

/** Writes that change an entry to `after`; they fail if it was moved between unread and read meanwhile. */
export const notificationWrites = (before: NotificationItem, after: Notification): Write[] => {
  const key = notificationKey(after.user_id, after.id, after.read || after.deleted);
  const put = { ...after, ...key };
  if (key.sk === before.sk) return [{ put, where: PRESENT }];
  const { pk, sk }: Key = before;
  return [{ remove: { pk, sk }, where: PRESENT }, { put }];
};

/**
 * The first `wanted` entries that a profile of the user sees and that expire after `now` (seconds since 1970):
 * unread ones first, then the newest. It costs the reads of all entries before.
 */
export const notificationsOf = async (
  user_id: string,
  { profile_id, now, wanted }: { profile_id: string; now: number; wanted: number },
): Promise<NotificationItem[]> => {
  const { items } = await readParts<NotificationItem>({
    pks: notificationParts(user_id),
    where: { deleted: false, ttl: is.above(now), profile_id: is.eitherOf(null, profile_id) },
    backwards: true,
    wanted,
  });
  return items;
};

/** Everything in a user's inbox, in no order. */
export const inboxOf = async (user_id: string): Promise<NotificationItem[]> =>
  (await Promise.all(notificationParts(user_id).map((pk) => collection<NotificationItem>(pk)))).flat();

/** Removes what a user's inbox has of the envelope. It costs the reads of all entries. */
export const removeNotificationsAbout = async (user_id: string, envelope_id: string): Promise<void> => {
  const entries = await inboxOf(user_id);
  await writeItems(
    [],
    entries.filter(({ data }) => data.envelope_id === envelope_id),
  );
};
