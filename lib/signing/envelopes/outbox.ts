import type { WebhookEvent } from '../../storage/outbox/webhook-events.ts';
import type { EventItem } from '../../storage/records/envelope.ts';

/**
 * What workers do because of an event, free of any I/O. Completion is told when it is whole: the webhook and the mails
 * of a completed envelope go out when its documents are sealed and can be had.
 */
const WEBHOOKS: Record<string, WebhookEvent> = {
  'envelope:created': 'envelope_created',
  'envelope:updated': 'envelope_updated',
  'envelope:sealed': 'envelope_completed',
  'envelope:canceled': 'envelope_canceled',
  'envelope:expired': 'envelope_expired',
  'recipient:invited': 'recipient_invited',
  'recipient:reminder': 'recipient_reminded',
  'recipient:opened': 'recipient_opened',
  'recipient:agreed': 'recipient_disclosure_accepted',
  'recipient:submitted': 'recipient_submitted',
  'recipient:declined': 'recipient_declined',
  'recipient:delegated': 'recipient_delegated',
  'recipient:failed': 'recipient_auth_fail',
  'recipient:kba_verified': 'kba_event',
  'recipient:kba_failed': 'kba_event',
  'recipient:updated_info': 'recipient_updated',
  'owner:updated_recipient_info': 'recipient_updated',
};

/** Events that somebody is written to about, or told of in the application. */
const TOLD = [
  'recipient:invited',
  'recipient:reminder',
  'invitation:resent',
  'recipient:declined',
  'recipient:delegated',
  'recipient:failed',
  'recipient:code_requested',
  'recipient:opened',
  'recipient:submitted',
  'envelope:sealed',
  'envelope:canceled',
  'envelope:expired',
];

/** The webhook event that an event of the chain is; null for none. */
export const webhookEventOf = ({ event }: Pick<EventItem, 'event'>): WebhookEvent | null => WEBHOOKS[event] ?? null;

/** An event as a webhook tells it: which envelope and recipient, and how they stood when it happened. */
export const webhookData = ({
  event,
  event_detail,
  envelope_id,
  role_name,
  subject: { envelope, recipient },
}: Pick<EventItem, 'event' | 'event_detail' | 'envelope_id' | 'role_name' | 'subject'>) => ({
  event,
  event_detail,
  envelope_id,
  role_name: role_name || null,
  envelope,
  ...(recipient ? { recipient } : {}),
});

/** True where somebody is written to, or told of it in the application. */
export const isTold = ({ event }: Pick<EventItem, 'event'>): boolean => TOLD.includes(event);

/** True where the documents are to be sealed now. */
export const startsSealing = ({ event }: Pick<EventItem, 'event'>): boolean => event === 'envelope:completed';
