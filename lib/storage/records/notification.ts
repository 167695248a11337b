import type { Key } from '../engine/key.ts';

/**
 * An entry of a user's inbox: unread ones come before read ones. `profile_id` is the profile that it concerns; null if
 * it concerns the person in any organization.
 */
export interface NotificationItem extends Key {
  /** Id of the event: an event makes one entry for each user. */
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
