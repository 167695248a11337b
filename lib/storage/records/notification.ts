import type { Key } from '../key.ts';

/**
 * An entry of a user's inbox: unread ones stand before read ones. `profile_id` is the profile that owns what it is about;
 * null where it is about the person, in whatever organization.
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
