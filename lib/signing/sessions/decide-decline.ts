import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { decline } from '../envelopes/rules/lifecycle.ts';
import { demandOwnTurn } from '../envelopes/rules/may-act.ts';
import type { Decide } from './act-as-recipient.ts';

/**
 * The signer declines, which ends the envelope for everybody, unless enough others of the step are left. The sender can
 * read the reason.
 */
export const decideDecline =
  (caller: SignerCaller, reason: string | null, origin: Origin): Decide =>
  (state, recipient, at) => {
    if (recipient.status === 'declined') return null;
    demandOwnTurn(state.envelope, recipient, caller, at);
    return decline(state, recipient, caller, reason, actorOf(caller, origin));
  };
