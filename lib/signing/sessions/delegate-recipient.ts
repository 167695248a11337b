import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { isVerified } from '../auth-methods/steps.ts';
import { signingRecipient } from '../envelopes/access.ts';
import { actorOf } from '../envelopes/actor.ts';
import { changeEnvelope } from '../envelopes/commit.ts';
import { type Delegate, delegate } from '../envelopes/delegation.ts';
import { demandTurn } from '../envelopes/may-act.ts';
import { withOpenSecrets } from '../envelopes/secrets.ts';

/**
 * The signer delegates to another person. A required verification comes first: a link alone must not suffice to choose
 * who is verified instead.
 */
export const delegateRecipient = async (
  caller: SignerCaller,
  { envelope_id, role_name }: { envelope_id: string; role_name: string },
  to: Delegate,
  origin: Origin,
): Promise<void> => {
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  await changeEnvelope(envelope_id, async (state, at) => {
    const recipient = signingRecipient(state, caller, role_name);
    demandTurn(state.envelope, recipient, at);
    if (!isVerified(recipient)) fail('verification_needed');
    // The delegate must pass the same passcode, encrypted for the delegate.
    const known = await withOpenSecrets(state.envelope, recipient);
    return delegate(state, known, to, actorOf(caller, origin), at);
  });
};
