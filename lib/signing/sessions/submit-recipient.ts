import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { presentRecipient } from '../envelopes/answers/present-envelope.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { changeAsRecipient } from './act-as-recipient.ts';
import { demandAllowed } from './allowed-recipients.ts';
import { decideSubmission } from './decide-submission.ts';
import { type SignedByPasskey, signedByPasskey } from './passkey-signing.ts';
import type { SubmitBody } from './submission-schema.ts';

/**
 * Submits for the signer, by a passkey where the sender asks for one, and presents the recipient as its signer sees it.
 * A query and a transaction; with a passkey one read more, and one write where it is new or counts its signatures;
 * and one read where persons are put in. Throws `recipient_not_allowed` for such a person.
 */
export const submitRecipient = async (caller: SignerCaller, path: RecipientPath, body: SubmitBody, origin: Origin) => {
  const { passkey, ...request } = body;
  let signed: SignedByPasskey | undefined;
  const { recipient } = await changeAsRecipient(caller, path, async (state, own, at) => {
    if (own.status !== 'submitted') await demandAllowed(state, request.named ?? []);
    const isDue = passkey && own.status !== 'submitted';
    signed = isDue ? await signedByPasskey(caller, state, own, { answer: passkey, request, at }) : undefined;
    return decideSubmission(caller, request, origin, signed?.submission)(state, own, at);
  });
  await signed?.remember();
  return presentRecipient(recipient, { creator: false, signer: caller });
};
