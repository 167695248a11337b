import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { isProven } from '../auth-methods/steps.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { decryptSecretsOf } from '../envelopes/reading/secrets.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { type Delegate, delegate } from '../envelopes/rules/delegation.ts';
import { demandOwnTurn } from '../envelopes/rules/may-act.ts';
import { changeAsRecipient } from './act-as-recipient.ts';
import { demandAllowed } from './allowed-recipients.ts';

/**
 * The signer delegates to another person. A required verification of this session comes first: a link alone must not
 * suffice to choose who is verified instead. One read beside the envelope's. Throws `recipient_not_allowed` for
 * somebody to whom the organization's policy lets the sender not send.
 */
export const delegateRecipient = async (
  caller: SignerCaller,
  path: RecipientPath,
  to: Delegate,
  origin: Origin,
): Promise<void> => {
  await changeAsRecipient(caller, path, async (state, recipient, at) => {
    demandOwnTurn(state.envelope, recipient, caller, at);
    if (!isProven(recipient, caller)) fail('verification_needed');
    await demandAllowed(state, [to]);
    // The delegate must pass the same passcode, encrypted for the delegate.
    const known = await decryptSecretsOf(state.envelope, recipient);
    return delegate(state, known, caller, to, actorOf(caller, origin), at);
  });
};
