import { TEST_EVENT } from './delivery.ts';
import { historyOf, type SentEvent } from './events.ts';

const AT = '2026-01-31T09:30:00.000Z';
const ENVELOPE = '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f';
const ORGANIZATION = '0196f7a1-0a11-7b22-8c33-4d55e66f7a88';
const PROFILE = '0196f7a1-0a12-7b23-8c34-4d56e67f7a89';

const envelope = {
  id: ENVELOPE,
  name: 'Lease of the garden flat',
  status: 'in progress',
  signed: false,
  template_id: null,
  profile_id: PROFILE,
  organization_id: ORGANIZATION,
  created_at: '2026-01-30T16:05:12.345Z',
  updated_at: AT,
  data: { order: '4711' },
};

const recipient = {
  id: '0196f7a1-5b2d-7d3f-8f41-1a2b3c4d5e70',
  role_name: 'Tenant',
  type: 'signer',
  status: 'invited',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
};

const template = {
  id: '0196f7a1-6c3d-7e4f-9051-2b3c4d5e6f70',
  profile_id: PROFILE,
  organization_id: ORGANIZATION,
  name: 'Lease',
  description: 'Flats, furnished',
  sender: 'envelope_creator',
  visibility: 'shared',
  is_personal: false,
  is_public: false,
  is_sendable: true,
  star_counter: 0,
  counter: 0,
  last_used_at: null,
  initial_reminder: null,
  followup_reminders: null,
  max_reminder_days: 14,
  created_at: '2026-01-30T16:05:12.345Z',
  updated_at: AT,
};

/** States after an event, where they differ from those above. */
const AFTER: Partial<Record<SentEvent, { envelope?: object; recipient?: object; event_detail?: string }>> = {
  envelope_created: { envelope: { status: 'pending' } },
  envelope_completed: { envelope: { status: 'complete', signed: true } },
  envelope_canceled: { envelope: { status: 'canceled' } },
  envelope_expired: { envelope: { status: 'canceled' } },
  recipient_submitted: { recipient: { status: 'submitted' } },
  recipient_opened: { recipient: { status: 'opened' }, event_detail: 'email' },
  recipient_disclosure_accepted: { recipient: { status: 'opened' } },
  recipient_auth_fail: { recipient: { status: 'failed' } },
  recipient_docs_downloaded: { recipient: { status: 'submitted' }, event_detail: 'lease.pdf' },
  recipient_declined: { envelope: { status: 'declined' }, recipient: { status: 'declined' } },
  kba_event: { recipient: { status: 'opened' } },
};

const isOfEnvelope = (event: SentEvent): boolean => event.startsWith('envelope') || event === 'entitlement_used';

const aboutEnvelope = (event: SentEvent) => {
  const after = AFTER[event] ?? {};
  return {
    event: historyOf(event)[0],
    event_detail: after.event_detail ?? '',
    envelope_id: ENVELOPE,
    role_name: isOfEnvelope(event) ? null : recipient.role_name,
    envelope: { ...envelope, ...after.envelope },
    ...(isOfEnvelope(event) ? {} : { recipient: { ...recipient, ...after.recipient } }),
    organization_id: ORGANIZATION,
  };
};

const dataOf = (event: SentEvent): object => {
  if (event === TEST_EVENT) return { organization_id: ORGANIZATION };
  if (event === 'organization_deleted') return { organization_id: ORGANIZATION, name: 'Marlow & Co' };
  if (event === 'template_used') return { ...template, counter: 1, last_used_at: AT };
  if (event.startsWith('template_')) return template;
  const data = aboutEnvelope(event);
  if (event === 'recipient_docs_downloaded') {
    return { ...data, event: 'recipient:docs_downloaded', document_id: '0196f7a1-5b2e-7d40-8f42-1a2b3c4d5e71' };
  }
  return event === 'entitlement_used' ? { ...data, event: 'entitlement:used', feature: 'envelope' } : data;
};

/** An example of an event's call, for the reference. */
export const examplePayload = (event: SentEvent) => ({ type: event, timestamp: AT, data: dataOf(event) });
