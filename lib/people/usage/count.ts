import type { EventName } from '../../storage/outbox/event-names.ts';

/** Counted uses of an organization. */
export const USAGE_TYPES = [
  'envelope',
  'envelope_canceled',
  'envelope_completed',
  'envelope_expired',
  'sms_invite',
  'template',
  'auth_email',
  'auth_sms',
  'auth_kba',
  'auth_id',
  'auth_passcode',
  'auth_oidc',
] as const;
export type UsageType = (typeof USAGE_TYPES)[number];

/** An event of an envelope. */
export interface Counted {
  event: EventName;
  event_detail: string;
}

const EVENTS: Partial<Record<EventName, UsageType>> = {
  'envelope:created': 'envelope',
  'envelope:canceled': 'envelope_canceled',
  'envelope:completed': 'envelope_completed',
  'envelope:expired': 'envelope_expired',
  'recipient:kba_verified': 'auth_kba',
};

/** Counted type of each verified method; the event's detail names the method. */
const VERIFIED: Record<string, UsageType> = {
  email: 'auth_email',
  sms: 'auth_sms',
  passcode: 'auth_passcode',
  oidc: 'auth_oidc',
};
const METHOD_VERIFIED: readonly EventName[] = ['recipient:pin_verified', 'recipient:id_verified'];
const TEXTED: readonly EventName[] = ['recipient:invited', 'invitation:resent'];

/** The use that an event of an envelope counts as; null for none. */
export const usageTypeOf = ({ event, event_detail }: Counted): UsageType | null => {
  if (METHOD_VERIFIED.includes(event)) return VERIFIED[event_detail] ?? null;
  if (TEXTED.includes(event)) return event_detail.split(' ').includes('sms') ? 'sms_invite' : null;
  return EVENTS[event] ?? null;
};
