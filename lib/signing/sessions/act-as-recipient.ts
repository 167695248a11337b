import { fail } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { changeEnvelope } from '../envelopes/acts/commit.ts';
import { presentRecipient } from '../envelopes/answers/present-envelope.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { recipientOf, signingRecipient } from '../envelopes/rules/access.ts';
import type { Change } from '../envelopes/rules/lifecycle.ts';

/** Language and time zone of the signer, as the signing client states them. */
export interface SignerLocale {
  locale?: string | null;
  timezone?: string | null;
}

/** Decides the changes of an act on the envelope, without I/O; null for none. Throws if the act isn't allowed. */
export type Decide = (state: EnvelopeState, recipient: RecipientItem, at: string) => Change | null;

/** A signer's own recipient, with the envelope. */
export interface Acted {
  state: EnvelopeState;
  recipient: RecipientItem;
}

/**
 * Changes the envelope by a signer's act: checks that it is the signer's own recipient, then decides on the current
 * envelope. Returns both as they are after it.
 */
export const changeAsRecipient = async (
  caller: SignerCaller,
  { envelope_id, role_name }: RecipientPath,
  decide: (...now: Parameters<Decide>) => ReturnType<Decide> | Promise<ReturnType<Decide>>,
): Promise<Acted> => {
  // Refused before any read: the session names its envelope and role.
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  const state = await changeEnvelope(envelope_id, (current, at) =>
    decide(current, signingRecipient(current, caller, role_name), at),
  );
  return { state, recipient: recipientOf(state, role_name) };
};

/** Carries out a signer's act, and presents the recipient as its signer sees it. */
export const actAsRecipient = async (caller: SignerCaller, path: RecipientPath, decide: Decide) => {
  const { recipient } = await changeAsRecipient(caller, path, decide);
  return presentRecipient(recipient, { creator: false, signer: caller });
};
