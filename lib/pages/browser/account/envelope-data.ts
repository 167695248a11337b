import { computed, effect, signal } from '@preact/signals';
import type { Audit, EnvelopeRecord } from '../shared/answers.ts';
import { brand } from '../shared/brand.ts';
import { CallFailed } from '../shared/call.ts';
import { ask, brands, me, onOtherProfile } from '../user/session.ts';
import { hasExpired, isOpen } from './envelope-state.ts';
import { latest } from './latest.ts';

/** The envelope that is shown, as the API answers it to the user. */

interface Shown {
  id: string;
  /** Null if there is none, or none that the user may see: the API answers both alike. */
  envelope: EnvelopeRecord | null;
  /** Reasons of those who declined, by role. */
  reasons: Record<string, string>;
}

const shown = signal<Shown | null>(null);

/** The envelope's record once it is read; null if the user may see none. */
export const envelope = computed(() => shown.value?.envelope);
export const reasons = computed(() => shown.value?.reasons ?? {});

/** True if the user sent it, and so may change it. */
export const isOwn = computed(() => Boolean(envelope.value) && envelope.value?.profile_id === me.value?.id);

/** True if the sender can still change it. */
export const isChangeable = computed(
  () => isOwn.value && envelope.value !== undefined && isOpen(envelope.value as EnvelopeRecord),
);

const read = async (id: string): Promise<Shown> => {
  try {
    const envelope = await ask<EnvelopeRecord>('GET', `/v2/envelopes/${encodeURIComponent(id)}`);
    return { id, envelope, reasons: envelope.status === 'declined' ? await readReasons(id) : {} };
  } catch (error) {
    if (!(error instanceof CallFailed) || (error.status !== 404 && error.status !== 406)) throw error;
    return { id, envelope: null, reasons: {} };
  }
};

/** The reason of a decline is in the audit trail, which an unverified recipient can't read. */
const readReasons = async (id: string): Promise<Record<string, string>> => {
  const audit = await ask<Audit>('GET', `/v2/envelopes/${id}/audit`).catch((error: unknown) => {
    if (error instanceof CallFailed) return { events: [] };
    throw error;
  });
  const declined = audit.events.filter(({ event, data }) => event === 'recipient:declined' && data.reason);
  return Object.fromEntries(declined.map(({ role_name, data }) => [role_name, String(data.reason)]));
};

const reader = latest(read, (answer) => {
  shown.value = answer;
});

/** Reads an envelope; removes another one's record first. */
export const readEnvelope = async (id: string): Promise<void> => {
  if (shown.value?.id !== id) shown.value = null;
  await reader.ask(id);
};

/** Removes the shown record, and ignores pending answers. */
export const dropEnvelope = (): void => {
  reader.drop();
  shown.value = null;
};

// Another user or profile may have other permissions.
onOtherProfile(dropEnvelope);

/** Reads the shown envelope again, and ignores a failure. */
export const readAgain = async (): Promise<void> => {
  if (shown.value) await reader.ask(shown.value.id).catch(() => {});
};

/** The page's state, for its first line. */
export type Stage = 'open' | 'sealing' | 'sealFailed' | 'complete' | 'declined' | 'expired' | 'canceled';

export const stageOf = (record: EnvelopeRecord): Stage => {
  if (record.status === 'complete' && record.signed) return 'complete';
  if (record.status === 'complete') return record.seal_error ? 'sealFailed' : 'sealing';
  if (record.status === 'declined') return 'declined';
  if (record.status === 'canceled') return hasExpired(record) ? 'expired' : 'canceled';
  return 'open';
};

// The envelope's brand if the user may read it, else its organization's look.
effect(() => {
  const record = envelope.value;
  const own = brands.value.filter(({ organization_id }) => organization_id === (record ?? me.value)?.organization_id);
  const organization = record?.organization ?? me.value?.organization;
  if (!organization) return;
  const key = record?.brand_key ?? 'default';
  const look = own.find((one) => one.key === key) ?? {};
  const given = Object.entries(look).filter(([, value]) => value !== null);
  brand.value = { ...organization, ...Object.fromEntries(given) };
});
