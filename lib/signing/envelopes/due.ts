import { sendToQueue } from '../../aws/queues/send.ts';
import type { EnvelopeState } from '../../storage/records/envelope.ts';
import { SYSTEM } from './chain.ts';
import { changeEnvelope } from './commit.ts';
import { type Change, end, isOpen, isOverdue, later, remindAll, SEAL_PATIENCE } from './lifecycle.ts';

/**
 * The change that is due for an envelope at `at`: its expiry, a reminder, or another attempt at its sealing, or the
 * renewal of its seals; null if none is.
 */
export const dueChange = (state: EnvelopeState, at: string): Change | null => {
  const { envelope } = state;
  if (isOpen(envelope)) {
    if (isOverdue(envelope, at)) return end(state, 'envelope:expired', SYSTEM, at);
    if (envelope.next_reminder && envelope.next_reminder <= at) return remindAll(state, SYSTEM, at);
    return null;
  }
  if (envelope.status !== 'complete') return null;
  const member = envelope.signed ? 'seal_renew_at' : 'seal_due_at';
  const due = envelope[member];
  if (!due || due > at) return null;
  return { envelope: { [member]: later(at, SEAL_PATIENCE) }, events: [] };
};

/** Makes the change that is due for an envelope. No change if none is, or if it was made meanwhile. */
export const lookAfter = async (envelope_id: string): Promise<void> => {
  let sealing = false;
  await changeEnvelope(envelope_id, (state, at) => {
    const change = dueChange(state, at);
    sealing = change !== null && state.envelope.status === 'complete';
    return change;
  });
  if (sealing) await sendToQueue('seal', [{ envelope_id }]);
};
