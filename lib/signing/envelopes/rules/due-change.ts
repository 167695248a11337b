import type { EnvelopeState } from '../../../storage/records/envelope.ts';
import { SYSTEM } from './chain.ts';
import { announceDeletion, type Change, end, isOpen, isOverdue, later, remindAll, SEAL_PATIENCE } from './lifecycle.ts';
import { retentionStep } from './retention.ts';

/**
 * The change that is due for an envelope at `at`: its expiry, a reminder, another attempt at its sealing, the renewal
 * of its seals, the announcement of its deletion, or the beginning of that; null if none is.
 */
export const dueChange = (state: EnvelopeState, at: string): Change | null => {
  const { envelope } = state;
  if (isOpen(envelope)) {
    if (isOverdue(envelope, at)) return end(state, 'envelope:expired', SYSTEM, at);
    if (envelope.next_reminder && envelope.next_reminder <= at) return remindAll(state, SYSTEM, at);
    return null;
  }
  const retention = retentionStep(envelope);
  if (retention && retention.at <= at) {
    return retention.step === 'announce'
      ? announceDeletion(state, SYSTEM, at)
      : { envelope: { deletion_started_at: at }, events: [] };
  }
  if (envelope.status !== 'complete') return null;
  const member = envelope.signed ? 'seal_renew_at' : 'seal_due_at';
  const due = envelope[member];
  if (!due || due > at) return null;
  return { envelope: { [member]: later(at, SEAL_PATIENCE) }, events: [] };
};
