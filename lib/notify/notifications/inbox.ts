import { DAY, epochSeconds, SECOND } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { ConditionFailed, getItems, putItem, queryOnce, transact, type Write } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { notificationKey } from '../../storage/keys.ts';
import { untilWritten } from '../../storage/retry.ts';
import type { Notification, NotificationChange } from './schema.ts';

/**
 * An entry of a user's inbox, as the table holds it: unread ones stand before read ones. `profile_id` is the profile that
 * owns what it is about; null where it is about the person, in whatever organization.
 */
export interface NotificationItem extends Key {
  /** The event's: an event makes one entry for each user. */
  id: string;
  user_id: string;
  profile_id: string | null;
  event_name: string;
  message: string;
  data: Record<string, unknown>;
  read: boolean;
  deleted: boolean;
  created_at: string;
  ttl: number;
}

const KEPT = (90 * DAY) / SECOND;

/** Puts the entries of one event into their users' inboxes, all at once. A repeat of the event changes nothing. */
export const putIntoInboxes = async (
  entries: readonly Omit<NotificationItem, 'pk' | 'sk' | 'ttl'>[],
): Promise<void> => {
  if (entries.length === 0) return;
  const writes = entries.flatMap((entry): Write[] => {
    const [unread, read] = [false, true].map((is) => notificationKey(entry.user_id, entry.id, is)) as [Key, Key];
    const item: NotificationItem = { ...unread, ...entry, ttl: epochSeconds() + KEPT };
    return [
      { put: item, condition: 'attribute_not_exists(pk)' },
      { check: read, ConditionExpression: 'attribute_not_exists(pk)' },
    ];
  });
  try {
    await transact(writes);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** A page of the caller's inbox: what is unread first, then the newest. It costs what stands before and on the page. */
export const readInbox = async (
  caller: UserCaller,
  { page, rows }: { page: number; rows: number },
): Promise<Notification[]> => {
  const wanted = (page + 1) * rows;
  const found: NotificationItem[] = [];
  let next: Record<string, unknown> | undefined;
  do {
    const answer: { items: NotificationItem[]; next?: Record<string, unknown> } = await queryOnce<NotificationItem>({
      KeyConditionExpression: 'pk = :user',
      FilterExpression: 'deleted = :no AND #ttl > :now AND (profile_id = :none OR profile_id = :own)',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':user': notificationKey(caller.user_id, '', false).pk,
        ':no': false,
        ':now': epochSeconds(),
        ':none': null,
        ':own': caller.profile_id,
      },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: Math.max(wanted - found.length, 25),
      ExclusiveStartKey: next,
    });
    found.push(...answer.items);
    next = answer.next;
  } while (next && found.length < wanted);
  return found.slice(page * rows, wanted).map((item) => presentNotification(item, caller));
};

/** Marks an entry of the caller's inbox as read or unread, or takes it out. 404 for any other. */
export const changeNotification = (caller: UserCaller, id: string, change: NotificationChange): Promise<Notification> =>
  untilWritten(async () => {
    const found = await getItems<NotificationItem>(
      [true, false].map((read) => notificationKey(caller.user_id, id, read)),
    );
    const item = found.find((one) => one !== undefined && !one.deleted);
    if (!item || (item.profile_id !== null && item.profile_id !== caller.profile_id)) return fail('not_found');
    const deleted = change.deleted ?? false;
    const read = change.read ?? item.read;
    const after = { ...item, ...notificationKey(caller.user_id, id, read || deleted), read, deleted };
    if (after.sk === item.sk) await putItem(after, 'attribute_exists(pk)');
    else await transact([{ remove: item, condition: 'attribute_exists(pk)' }, { put: after }]);
    return presentNotification(after, caller);
  });

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
