import { DAY, HOUR } from '../../../base/clock.ts';
import type { EnvelopeItem, EventItem } from '../../../storage/records/envelope.ts';

/**
 * Rules of how long an ended envelope is kept, without I/O. Its parties get a notice before it is deleted, whatever
 * happens to the schedule or to the setting: the deletion waits for the whole notice.
 */
type Kept = Pick<
  EnvelopeItem,
  'status' | 'signed' | 'retention_days' | 'ended_at' | 'deletion_announced_at' | 'deletion_started_at'
>;

/** Days between the announcement and the deletion; an envelope that is kept for less is announced when it ends. */
const NOTICE_DAYS = 14;
/** Time after which a deletion whose start was lost is started again. */
const PATIENCE = HOUR;

/** A step towards the deletion, and when it is due. */
export interface RetentionStep {
  step: 'announce' | 'delete';
  at: string;
}

/** The next step; null while the envelope is open, waits for its seals, or is kept for good. */
export const retentionStep = (envelope: Kept): RetentionStep | null => {
  const { deletion_announced_at, deletion_started_at, ended_at, retention_days } = envelope;
  const end = deleteAt(envelope);
  if (end === null || !ended_at || !retention_days) return null;
  if (deletion_started_at) return { step: 'delete', at: plus(deletion_started_at, PATIENCE) };
  if (deletion_announced_at) return { step: 'delete', at: end };
  return { step: 'announce', at: plus(ended_at, (retention_days - noticeDays(retention_days)) * DAY) };
};

/** Earliest time of the envelope's deletion; null if none is planned. */
export const deleteAt = ({ status, signed, retention_days, ended_at, deletion_announced_at }: Kept): string | null => {
  if (!retention_days || !ended_at || (status === 'complete' && !signed)) return null;
  const planned = plus(ended_at, retention_days * DAY);
  if (!deletion_announced_at) return planned;
  const noticed = plus(deletion_announced_at, noticeDays(retention_days) * DAY);
  return planned > noticed ? planned : noticed;
};

/** The moment at which the envelope ended, by its header and its events. */
export const endOf = (
  { completed_at, canceled_at }: Pick<EnvelopeItem, 'completed_at' | 'canceled_at'>,
  events: readonly Pick<EventItem, 'event' | 'created_at'>[],
): string | undefined =>
  completed_at ?? canceled_at ?? events.findLast(({ event }) => event === 'recipient:declined')?.created_at;

/**
 * True if the parties of a complete envelope, who count on the time for which it is kept, would have it for a shorter
 * one.
 */
export const cutsRetention = (
  { status, retention_days }: Pick<EnvelopeItem, 'status' | 'retention_days'>,
  wanted: number | null | undefined,
): boolean =>
  status === 'complete' && typeof wanted === 'number' && wanted < (retention_days ?? Number.POSITIVE_INFINITY);

/** The least `retention_days` that leave the whole notice from `at` on. */
export const leastRetention = (ended_at: string, at: string): number =>
  Math.ceil((Date.parse(at) - Date.parse(ended_at)) / DAY) + NOTICE_DAYS;

const noticeDays = (retention_days: number): number => Math.min(NOTICE_DAYS, retention_days);

const plus = (iso: string, milliseconds: number): string => new Date(Date.parse(iso) + milliseconds).toISOString();
