import { fail } from '../../../base/errors.ts';
import { demand, type UserCaller } from '../../../people/access/caller.ts';
import type { EnvelopeState } from '../../../storage/records/envelope.ts';
import { demandOwner } from './access.ts';
import type { Actor } from './chain.ts';
import { type Change, end, isOpen } from './lifecycle.ts';

/**
 * Throws unless the caller may replace the envelope by another one: `envelope_not_found` and `not_the_owner`,
 * `forbidden` without the right to cancel, and `not_replaceable` once somebody has signed, approved or declined it, or
 * it has ended.
 */
export const demandReplaceable = (caller: UserCaller, state: Sent): void => {
  demandOwner(caller, state.envelope);
  demand(caller, 'envelope:cancel');
  const reason = whyNotReplaceable(state);
  if (reason !== null) fail('not_replaceable', { reason });
};

type Sent = Pick<EnvelopeState, 'envelope' | 'recipients'>;

/** The reason why nobody can replace the envelope any more; null while its sender can. */
export const whyNotReplaceable = ({ envelope, recipients }: Sent): string | null => {
  if (!isOpen(envelope)) return `it is ${envelope.status}`;
  return recipients.some(({ status }) => status === 'submitted') ? 'a recipient has signed it already' : null;
};

/** The end of an envelope in whose place `by` was sent. Throws as `demandReplaceable`. */
export const replacedBy = (by: string, caller: UserCaller, state: EnvelopeState, actor: Actor, at: string): Change => {
  demandReplaceable(caller, state);
  const ended = end(state, 'envelope:canceled', actor, at);
  return {
    ...ended,
    envelope: { ...ended.envelope, replaced_by: by },
    events: [{ event: 'envelope:canceled', actor, event_detail: `replaced by ${by}`, data: { replaced_by: by } }],
  };
};
