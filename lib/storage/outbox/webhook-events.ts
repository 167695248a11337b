/** Webhook events, by the names that existing clients switch on and off. */
export const WEBHOOK_EVENTS = [
  'envelope_created',
  'envelope_completed',
  'envelope_canceled',
  'envelope_updated',
  'envelope_expired',
  'template_created',
  'template_updated',
  'template_deleted',
  'template_used',
  'recipient_submitted',
  'recipient_updated',
  'recipient_delegated',
  'kba_event',
  'entitlement_used',
  'recipient_invited',
  'recipient_reminded',
  'recipient_opened',
  'recipient_auth_fail',
  'recipient_disclosure_accepted',
  'recipient_docs_downloaded',
  'recipient_invite_failed',
  'recipient_declined',
  'organization_deleted',
] as const;
/** An event of administration, which only the owner's event bus gets. */
export const ADMINISTRATION_EVENT = 'administration_event';
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** An event that is sent to webhooks. */
export type RoutedEventName = WebhookEvent | typeof ADMINISTRATION_EVENT;
