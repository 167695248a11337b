import { DAY, epochSeconds, SECOND } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { change } from '../../storage/engine/change.ts';
import { writePlainly } from '../../storage/engine/commit.ts';
import {
  findNotification,
  notificationsOf,
  notificationWrites,
  putNotifications,
} from '../../storage/notifications.ts';
import type { NotificationItem } from '../../storage/records/notification.ts';
import type { Notification, NotificationChange } from './notification-schema.ts';

const KEPT = (90 * DAY) / SECOND;

/** Adds the entries of one event to their users' inboxes, all at once. A repeat of the event changes nothing. */
export const putIntoInboxes = async (
  entries: readonly Omit<NotificationItem, 'pk' | 'sk' | 'ttl'>[],
): Promise<void> => {
  if (entries.length === 0) return;
  const ttl = epochSeconds() + KEPT;
  await putNotifications(entries.map((entry) => ({ ...entry, ttl })));
};

/**
 * Reads a page of the caller's inbox: unread entries first, then the newest. It costs all entries up to the page's end.
 */
export const readInbox = async (
  caller: UserCaller,
  { page, rows }: { page: number; rows: number },
): Promise<Notification[]> => {
  const wanted = (page + 1) * rows;
  const { profile_id } = caller;
  const found = await notificationsOf(caller.user_id, { profile_id, now: epochSeconds(), wanted });
  return found.slice(page * rows, wanted).map((item) => presentNotification(item, caller));
};

/** Marks an entry of the caller's inbox as read or unread, or removes it. Throws `not_found` for any other. */
export const changeNotification = (caller: UserCaller, id: string, stated: NotificationChange): Promise<Notification> =>
  change(
    () => findNotification(caller.user_id, id),
    (item) => {
      if (!item || (item.profile_id !== null && item.profile_id !== caller.profile_id)) return fail('not_found');
      const after = { ...item, read: stated.read ?? item.read, deleted: stated.deleted ?? false };
      return { writes: notificationWrites(item, after), answer: presentNotification(after, caller) };
    },
    { write: writePlainly },
  );

const presentNotification = (item: NotificationItem, { profile_id }: UserCaller): Notification => ({
  id: item.id,
  profile_id: item.profile_id ?? profile_id,
  event_name: item.event_name,
  message: item.message,
  data: item.data,
  read: item.read,
  deleted: item.deleted,
  time: item.created_at,
});
