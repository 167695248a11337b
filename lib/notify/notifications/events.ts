import type { MessageData, MessageKind } from '../../storage/outbox/message-data.ts';
import { type Channel, EVENT_NAMES, type EventName } from '../../storage/records/notification-template.ts';
import type { NoticeKind } from '../messages/texts/kinds.ts';

/** A member of the data of some kind of message. */
type Placeholder = MessageData[MessageKind] extends infer Data ? (Data extends unknown ? keyof Data : never) : never;

const ENVELOPE: Placeholder[] = ['envelope_name', 'sender_name'];
const CODE: Placeholder[] = [...ENVELOPE, 'code', 'minutes'];
const INVITATION: Placeholder[] = [...ENVELOPE, 'message', 'expires_at', 'link'];

type Sent = readonly ('email' | 'sms')[];
const MAIL: Sent = ['email'];
const BOTH: Sent = ['email', 'sms'];

/**
 * Events whose messages can have own texts, with the channels of these messages, and the placeholders beside `name`
 * (the addressee) and `brand_name`, which every message has.
 */
const TEXTS: Partial<Record<EventName, readonly [channels: Sent, placeholders: readonly Placeholder[]]>> = {
  'recipient:invited': [BOTH, INVITATION],
  'recipient:reminder': [BOTH, INVITATION],
  'recipient:question': [MAIL, [...ENVELOPE, 'recipient_name', 'recipient_email', 'question', 'link']],
  'delegate:requested': [BOTH, [...INVITATION, 'delegator_name']],
  'delegate:send_confirmed': [MAIL, [...ENVELOPE, 'delegate_name']],
  'envelope:completed': [BOTH, [...ENVELOPE, 'link']],
  'envelope:cc': [BOTH, [...ENVELOPE, 'link']],
  'envelope:declined': [MAIL, [...ENVELOPE, 'recipient_name', 'link']],
  'envelope:canceled': [BOTH, ENVELOPE],
  'envelope:expired': [BOTH, ENVELOPE],
  'user:invited': [MAIL, ['organization_name', 'inviter_name', 'link']],
  'email:otp': [MAIL, CODE],
  'sms:otp': [['sms'], CODE],
};

/** Names of these events. */
export const TEXT_EVENTS = Object.keys(TEXTS) as readonly EventName[];

const ownPlaceholders = (event_name: EventName): readonly string[] => TEXTS[event_name]?.[1] ?? [];

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
  const own = ownPlaceholders(event_name);
  return ['name', 'brand_name', ...(channel === 'app' ? own.filter((name) => SAID_IN_APP.includes(name)) : own)];
};

/** The event of a message's kind; undefined for messages without own texts. */
export const eventOfMessage = (kind: MessageKind, channel: 'email' | 'sms'): EventName | undefined =>
  kind === 'one_time_code' ? `${channel}:otp` : EVENT_OF_KIND[kind];

const EVENT_OF_KIND: Partial<Record<MessageKind, EventName>> = {
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

/** The kind of an event's message; only for events that have own texts. */
export const kindOfEvent = (event_name: EventName): MessageKind => {
  const [kind] = Object.entries(EVENT_OF_KIND).find(([, event]) => event === event_name) ?? [];
  return (kind ?? 'one_time_code') as MessageKind;
};

/** The channels of this event's messages; none for an event without own texts. */
export const channelsOf = (event_name: EventName): Sent => TEXTS[event_name]?.[0] ?? [];

/** The event of a notice's own texts; undefined for notices without own texts. */
export const eventOfNotice = (kind: NoticeKind): EventName | undefined => EVENT_NAMES.find((name) => name === kind);

/** Channels for which this event's own text is used; none if no message is sent for it. */
export const textChannelsOf = (event_name: EventName): Channel[] => {
  const channels = channelsOf(event_name);
  return channels.length === 0 || event_name.endsWith(':otp') ? [...channels] : [...channels, 'app'];
};

/** Lists events, channels and placeholders in Markdown. */
export const placeholderList = (): string => {
  const braced = (names: readonly string[]) => names.map((name) => `\`{{${name}}}\``).join(', ');
  const lines = TEXT_EVENTS.map(
    (event) => `- \`${event}\` (${textChannelsOf(event).join(', ')}): ${braced(ownPlaceholders(event))}`,
  );
  return `${lines.join('\n')}\n\nOf these, texts for the application can hold ${braced(SAID_IN_APP)}.`;
};
