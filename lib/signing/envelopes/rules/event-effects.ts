import type { EventName } from '../../../storage/outbox/event-names.ts';
import type { WebhookEvent } from '../../../storage/outbox/webhook-events.ts';
import type { Actor, EventItem } from '../../../storage/records/envelope.ts';

/**
 * Work of the workers for each event, without I/O. Completion is reported once the documents are sealed: only then do
 * its webhook and mails go out.
 */
const WEBHOOKS = {
  'envelope:created': 'envelope_created',
  'envelope:updated': 'envelope_updated',
  'envelope:sealed': 'envelope_completed',
  'envelope:seal_failed': 'envelope_updated',
  'envelope:canceled': 'envelope_canceled',
  'envelope:expired': 'envelope_expired',
  'envelope:deletion_announced': 'envelope_updated',
  'recipient:invited': 'recipient_invited',
  'recipient:invite_failed': 'recipient_invite_failed',
  'recipient:reminder': 'recipient_reminded',
  'recipient:opened': 'recipient_opened',
  'recipient:agreed': 'recipient_disclosure_accepted',
  'recipient:submitted': 'recipient_submitted',
  'recipient:skipped': 'recipient_updated',
  'recipient:named': 'recipient_updated',
  'recipient:taken': 'recipient_updated',
  'recipient:given_back': 'recipient_updated',
  'recipient:released': 'recipient_updated',
  'recipient:declined': 'recipient_declined',
  'recipient:sent_back': 'recipient_updated',
  'recipient:delegated': 'recipient_delegated',
  'recipient:failed': 'recipient_auth_fail',
  'recipient:certificate_failed': 'recipient_updated',
  'recipient:kba_verified': 'kba_event',
  'recipient:kba_failed': 'kba_event',
  'recipient:updated_info': 'recipient_updated',
  'owner:updated_recipient_info': 'recipient_updated',
} as const satisfies Partial<Record<EventName, WebhookEvent>>;

/** Chain events that webhooks hear of. */
export const CHAIN_EVENTS = Object.keys(WEBHOOKS) as [keyof typeof WEBHOOKS, ...(keyof typeof WEBHOOKS)[]];

/** The chain events of a webhook event. */
export const chainEventsOf = (event: WebhookEvent) => CHAIN_EVENTS.filter((one) => WEBHOOKS[one] === event);

/** Readers of the messages about an event. */
export interface Readers {
  /** The event's recipient, all recipients, or none. */
  recipients: 'one' | 'all' | 'none';
  sender: boolean;
  /**
   * Actors who can have the message sent as often as they like: beyond a bound, their act is refused
   * (`message-bound.ts`).
   */
  askedBy: readonly Actor['type'][];
}

/** Events about which somebody gets a message or an in-app notification. */
export const NOTIFIED = {
  'recipient:invited': { recipients: 'one', sender: false, askedBy: ['user'] },
  'recipient:invite_failed': { recipients: 'none', sender: true, askedBy: [] },
  'recipient:reminder': { recipients: 'one', sender: false, askedBy: ['user'] },
  'invitation:resent': { recipients: 'one', sender: false, askedBy: ['signer'] },
  'recipient:named': { recipients: 'none', sender: true, askedBy: [] },
  'recipient:released': { recipients: 'one', sender: false, askedBy: [] },
  'recipient:declined': { recipients: 'all', sender: true, askedBy: [] },
  'recipient:sent_back': { recipients: 'none', sender: true, askedBy: [] },
  'recipient:delegated': { recipients: 'one', sender: true, askedBy: ['signer'] },
  'recipient:failed': { recipients: 'none', sender: true, askedBy: [] },
  'recipient:certificate_failed': { recipients: 'none', sender: true, askedBy: [] },
  'recipient:code_requested': { recipients: 'one', sender: false, askedBy: ['signer'] },
  'recipient:opened': { recipients: 'none', sender: false, askedBy: [] },
  'recipient:submitted': { recipients: 'none', sender: false, askedBy: [] },
  'envelope:sealed': { recipients: 'all', sender: true, askedBy: [] },
  'envelope:seal_failed': { recipients: 'none', sender: true, askedBy: [] },
  'envelope:canceled': { recipients: 'all', sender: false, askedBy: [] },
  'envelope:expired': { recipients: 'all', sender: true, askedBy: [] },
  'envelope:deletion_announced': { recipients: 'all', sender: true, askedBy: [] },
} as const satisfies { [Name in EventName]?: Readers };

/** The readers of the messages about an event; undefined if there are none. */
export const readersOf = (event: string): Readers | undefined =>
  Object.hasOwn(NOTIFIED, event) ? NOTIFIED[event as keyof typeof NOTIFIED] : undefined;

/** The webhook event of a chain event; null if none. */
export const webhookEventOf = ({ event }: Pick<EventItem, 'event'>): WebhookEvent | null =>
  (WEBHOOKS as Partial<Record<EventName, WebhookEvent>>)[event] ?? null;

/** Data of a webhook event: the envelope and the recipient, with their states at that time. */
export const webhookData = ({
  event,
  event_detail,
  envelope_id,
  role_name,
  subject: { envelope, recipient },
}: Pick<EventItem, 'event_detail' | 'envelope_id' | 'role_name' | 'subject'> & {
  /** A download is an event for webhooks alone. */
  event: EventName | 'recipient:docs_downloaded';
}) => ({
  event,
  event_detail,
  envelope_id,
  role_name: role_name || null,
  envelope,
  ...(recipient ? { recipient } : {}),
});

/** True if somebody gets a message or an in-app notification about the event. */
export const isNotified = ({ event }: Pick<EventItem, 'event'>): boolean => readersOf(event) !== undefined;

/** True if the event starts the sealing. */
export const startsSealing = ({ event }: Pick<EventItem, 'event'>): boolean =>
  event === 'envelope:completed' || event === 'envelope:seal_requested';
