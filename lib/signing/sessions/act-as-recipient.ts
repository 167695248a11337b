import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { recipientOf, signingRecipient } from '../envelopes/access.ts';
import { changeEnvelope } from '../envelopes/commit.ts';
import type { Change } from '../envelopes/lifecycle.ts';
import { presentRecipient } from '../envelopes/present.ts';

/** Language and time zone of the signer, as the signing client states them. */
export interface SignerLocale {
  locale?: string | null;
  timezone?: string | null;
}

/** The recipient in the path of an operation. */
export interface RecipientPath {
  envelope_id: string;
  role_name: string;
}

/** A recipient as its signer sees it. */
export type OwnRecipient = ReturnType<typeof presentRecipient>;

/** Decides the changes of an act on the envelope, without I/O; null for none. Throws if the act isn't allowed. */
export type Decide = (state: EnvelopeState, recipient: RecipientItem, at: string) => Change | null;

/** Carries out a signer's act: checks that it is the signer's own recipient, then decides on the current envelope. */
export const actAsRecipient = async (
  caller: SignerCaller,
  { envelope_id, role_name }: RecipientPath,
  decide: Decide,
): Promise<OwnRecipient> => {
  // Refused before any read: the session names its envelope and role.
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  const state = await changeEnvelope(envelope_id, (current, at) => {
    const recipient = signingRecipient(current, caller, role_name);
    return decide(current, recipient, at);
  });
  return presentRecipient(recipientOf(state, role_name), { creator: false, role: role_name });
};
