import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { demandMayFill } from '../envelopes/rules/may-act.ts';
import { type Back, sendBack } from '../envelopes/rules/send-back.ts';
import type { Decide } from './act-as-recipient.ts';

/** A reviewer sends the envelope back: whoever may read it and act now. */
export const decideSendBack =
  (caller: SignerCaller, back: Back, origin: Origin): Decide =>
  (state, recipient, at) => {
    demandMayFill(state.envelope, recipient, caller, at);
    return sendBack(state, recipient, back, actorOf(caller, origin), at);
  };
