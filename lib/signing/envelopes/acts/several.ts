import type * as z from 'zod';
import { Failure, fail } from '../../../base/errors.ts';
import { demand, type UserCaller } from '../../../people/access/caller.ts';
import type { Origin } from '../../../people/access/origin.ts';
import type { EnvelopeState } from '../../../storage/records/envelope.ts';
import { demandOwner } from '../rules/access.ts';
import { actorOf } from '../rules/actor.ts';
import { type Change, end, isActing, isOpen } from '../rules/lifecycle.ts';
import { remindOne } from '../rules/recipient-update.ts';
import type { ActOnSeveral, SeveralDone } from '../several-schema.ts';
import { changeEnvelope } from './commit.ts';

/**
 * Acts on each envelope for itself, so that one that can't be changed holds up no other. Throws what is wrong with the
 * request as a whole (`forbidden`), and what may pass (`unavailable`): then the same request can be sent again.
 */
export const actOnSeveral = async (
  caller: UserCaller,
  { action, envelope_ids }: z.output<typeof ActOnSeveral>,
  origin: Origin,
): Promise<z.output<typeof SeveralDone>> => {
  if (action === 'cancel') demand(caller, 'envelope:cancel');
  const decide = (state: EnvelopeState, at: string): Change => {
    demandOwner(caller, state.envelope);
    if (!isOpen(state.envelope)) fail('envelope_ended', { status: state.envelope.status });
    const actor = actorOf(caller, origin);
    if (action === 'cancel') return end(state, 'envelope:canceled', actor, at);
    const acting = state.recipients.filter(isActing);
    if (acting.length === 0) fail('reminder_impossible');
    return { events: acting.flatMap((one) => remindOne(state, one, actor)?.events ?? []) };
  };
  const results = [];
  for (const envelope_id of new Set(envelope_ids)) results.push(await outcomeOf(envelope_id, decide));
  return { results };
};

const outcomeOf = async (envelope_id: string, decide: Parameters<typeof changeEnvelope>[1]) => {
  try {
    await changeEnvelope(envelope_id, decide);
    return { envelope_id, status: 'OK' as const, error_code: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'unavailable') throw error;
    return { envelope_id, status: 'ERROR' as const, error_code: error.code };
  }
};
