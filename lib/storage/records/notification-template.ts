import type { Language } from '../../base/languages.ts';
import type { Key } from '../engine/key.ts';

/** Events for which own texts can be given. */
export const EVENT_NAMES = [
  'recipient:invited',
  'recipient:reminder',
  'recipient:question',
  'delegate:requested',
  'delegate:send_confirmed',
  'envelope:completed',
  'envelope:cc',
  'envelope:declined',
  'envelope:canceled',
  'envelope:expired',
  'envelope:signed',
  'envelope:failed',
  'user:invited',
  'invitation:canceled',
  'email:otp',
  'sms:otp',
  'email:verify',
  'password:reset',
  'transaction:requested',
  'transaction:sent',
  'transaction:completed',
  'transaction:canceled',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

export const CHANNELS = ['email', 'sms', 'app'] as const;
export type Channel = (typeof CHANNELS)[number];

/** An organization's own text for an event and a channel, in one language or for all. */
export interface NotificationTemplateItem extends Key {
  id: string;
  organization_id: string;
  type: Channel;
  event_name: EventName;
  /** Its readers' language; null for all that have no text of their own. */
  locale: Language | null;
  template_id: string | null;
  html_template: string | null;
  text_template: string | null;
  created_at: string;
  updated_at: string;
}
