import { startDeletion } from '../../../storage/envelopes/deletion.ts';
import { sendToQueue } from '../../../storage/outbox/queues.ts';
import { dueChange } from '../rules/due-change.ts';
import type { Change } from '../rules/lifecycle.ts';
import { changeEnvelope } from './commit.ts';

/** Makes the change that is due for an envelope. No change if none is, or if it was made meanwhile. */
export const lookAfter = async (envelope_id: string): Promise<void> => {
  let made: Change['envelope'];
  const { envelope } = await changeEnvelope(envelope_id, (state, at) => {
    const change = dueChange(state, at);
    made = change?.envelope;
    return change;
  });
  if (made?.deletion_started_at) await startDeletion(envelope);
  if (made?.seal_renew_at || made?.seal_due_at) await sendToQueue('seal', [{ envelope_id }]);
};
