import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { isProven } from '../auth-methods/steps.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { decryptSecretsOf } from '../envelopes/reading/secrets.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { type Delegate, delegate } from '../envelopes/rules/delegation.ts';
import { demandTurn } from '../envelopes/rules/may-act.ts';
import { changeAsRecipient } from './act-as-recipient.ts';

/**
 * The signer delegates to another person. A required verification of this session comes first: a link alone must not
 * suffice to choose who is verified instead.
 */
export const delegateRecipient = async (
  caller: SignerCaller,
  path: RecipientPath,
  to: Delegate,
  origin: Origin,
): Promise<void> => {
  await changeAsRecipient(caller, path, async (state, recipient, at) => {
    demandTurn(state.envelope, recipient, at);
    if (!isProven(recipient, caller)) fail('verification_needed');
    // The delegate must pass the same passcode, encrypted for the delegate.
    const known = await decryptSecretsOf(state.envelope, recipient);
    return delegate(state, known, caller, to, actorOf(caller, origin), at);
  });
};
