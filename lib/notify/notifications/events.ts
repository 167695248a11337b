import { type Channel, EVENT_NAMES, type EventName } from '../../storage/records/notification-template.ts';
import type { NoticeKind } from '../messages/texts/kinds.ts';

const ENVELOPE = ['envelope_name', 'sender_name'];
const CODE = [...ENVELOPE, 'code', 'minutes'];
const INVITATION = [...ENVELOPE, 'message', 'expires_at', 'link'];

/** Placeholders beside `name` (the addressee) and `brand_name`, which every message has. */
const PLACEHOLDERS: Record<EventName, readonly string[]> = {
  'recipient:invited': INVITATION,
  'recipient:reminder': INVITATION,
  'recipient:question': [...ENVELOPE, 'recipient_name', 'recipient_email', 'question', 'link'],
  'delegate:requested': [...INVITATION, 'delegator_name'],
  'delegate:send_confirmed': [...ENVELOPE, 'delegate_name'],
  'envelope:completed': [...ENVELOPE, 'link'],
  'envelope:cc': [...ENVELOPE, 'link'],
  'envelope:declined': [...ENVELOPE, 'recipient_name', 'link'],
  'envelope:canceled': ENVELOPE,
  'envelope:expired': ENVELOPE,
  'envelope:signed': ENVELOPE,
  'envelope:failed': ENVELOPE,
  'user:invited': ['organization_name', 'inviter_name', 'link'],
  'invitation:canceled': ['organization_name'],
  'email:otp': CODE,
  'sms:otp': CODE,
  'email:verify': ['code', 'link'],
  'password:reset': ['code', 'link'],
  'transaction:requested': ENVELOPE,
  'transaction:sent': ENVELOPE,
  'transaction:completed': ENVELOPE,
  'transaction:canceled': ENVELOPE,
};

/**
 * Values that an in-app notification may contain: names. Links and codes are for messages only, which aren't stored.
 */
const SAID_IN_APP = [
  'envelope_name',
  'sender_name',
  'recipient_name',
  'delegator_name',
  'delegate_name',
  'organization_name',
  'inviter_name',
];

/** Placeholders that a text for this event and channel may use. */
export const placeholdersOf = (event_name: EventName, channel: Channel): string[] => {
  const own = PLACEHOLDERS[event_name];
  return ['name', 'brand_name', ...(channel === 'app' ? own.filter((name) => SAID_IN_APP.includes(name)) : own)];
};

/** The event of a message's kind; undefined for messages without own texts. */
export const eventOfMessage = (kind: string, channel: 'email' | 'sms'): EventName | undefined =>
  kind === 'one_time_code' ? `${channel}:otp` : EVENT_OF_KIND[kind];

const EVENT_OF_KIND: Record<string, EventName> = {
  recipient_invited: 'recipient:invited',
  recipient_reminded: 'recipient:reminder',
  recipient_question: 'recipient:question',
  approver_invited: 'recipient:invited',
  recipient_delegated: 'delegate:requested',
  approver_delegated: 'delegate:requested',
  delegation_confirmed: 'delegate:send_confirmed',
  envelope_completed: 'envelope:completed',
  envelope_cc: 'envelope:cc',
  envelope_declined: 'envelope:declined',
  envelope_canceled: 'envelope:canceled',
  envelope_expired: 'envelope:expired',
  organization_invitation: 'user:invited',
};

const TEXTED: readonly EventName[] = [
  'recipient:invited',
  'recipient:reminder',
  'delegate:requested',
  'envelope:completed',
  'envelope:cc',
  'envelope:canceled',
  'envelope:expired',
  'sms:otp',
];

/** The channels of this event's messages. */
export const channelsOf = (event_name: EventName): ('email' | 'sms')[] => {
  if (event_name === 'sms:otp') return ['sms'];
  return TEXTED.includes(event_name) ? ['email', 'sms'] : ['email'];
};

/** The event of a notice's own texts; undefined for notices without own texts. */
export const eventOfNotice = (kind: NoticeKind): EventName | undefined => EVENT_NAMES.find((name) => name === kind);

/** Events whose messages can have own texts. */
export const TEXT_EVENTS: readonly EventName[] = [...new Set(Object.values(EVENT_OF_KIND)), 'email:otp', 'sms:otp'];

/** Channels for which this event's own text is used; none if no message is sent for it. */
export const textChannelsOf = (event_name: EventName): Channel[] => {
  if (!TEXT_EVENTS.includes(event_name)) return [];
  return [...channelsOf(event_name), ...(event_name.endsWith(':otp') ? [] : ['app' as const])];
};

/** Lists events, channels and placeholders in Markdown. */
export const placeholderList = (): string => {
  const braced = (names: readonly string[]) => names.map((name) => `\`{{${name}}}\``).join(', ');
  const lines = TEXT_EVENTS.map(
    (event) => `- \`${event}\` (${textChannelsOf(event).join(', ')}): ${braced(PLACEHOLDERS[event])}`,
  );
  return `${lines.join('\n')}\n\nOf these, texts for the application can hold ${braced(SAID_IN_APP)}.`;
};
