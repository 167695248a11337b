import type { Write } from '../../storage/engine/write.ts';
import { usedWrites } from '../../storage/usage.ts';

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
] as const;
export type UsageType = (typeof USAGE_TYPES)[number];

interface Counted {
  event: string;
  event_detail: string;
}

/**
 * Makes the write that counts an envelope's events; undefined if none of them counts. It belongs in the transaction
 * that writes the events, so that each is counted exactly once.
 */
export const usageOfEvents = (organization_id: string, events: readonly Counted[], at: string): Write[] =>
  usageWrite(
    organization_id,
    events.flatMap((event) => usageTypeOf(event) ?? []),
    at,
  );

/** Makes the write that counts these types on the day of `at` (ISO 8601, UTC). */
export const usageWrite = (organization_id: string, types: readonly UsageType[], at: string): Write[] =>
  usedWrites(
    organization_id,
    at.slice(0, 10),
    Object.fromEntries(USAGE_TYPES.map((type) => [type, types.filter((one) => one === type).length])),
  );

const EVENTS: Record<string, UsageType> = {
  'envelope:created': 'envelope',
  'envelope:canceled': 'envelope_canceled',
  'envelope:completed': 'envelope_completed',
  'envelope:expired': 'envelope_expired',
  'recipient:kba_verified': 'auth_kba',
  'recipient:id_verified': 'auth_id',
};

/** Counted type of each verified method; the event's detail names the method. */
const VERIFIED: Record<string, UsageType> = { email: 'auth_email', sms: 'auth_sms', passcode: 'auth_passcode' };
const TEXTED = ['recipient:invited', 'invitation:resent'];

const usageTypeOf = ({ event, event_detail }: Counted): UsageType | null => {
  if (event === 'recipient:pin_verified') return VERIFIED[event_detail] ?? null;
  if (TEXTED.includes(event)) return event_detail.split(' ').includes('sms') ? 'sms_invite' : null;
  return EVENTS[event] ?? null;
};
