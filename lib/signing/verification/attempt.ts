import { fail, type PlainCode } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { recipientOf, signingRecipient } from '../envelopes/access.ts';
import { changeEnvelope } from '../envelopes/commit.ts';
import type { Change } from '../envelopes/lifecycle.ts';

/** The state after an attempt, and the reason if it failed. */
export interface Attempted {
  state: EnvelopeState;
  recipient: RecipientItem;
  problem: PlainCode | null;
}

/** A change, and the failure to throw once it is written. */
export interface Verdict {
  change: Change | null;
  problem?: PlainCode;
}

/**
 * Lets `judge` decide on the signer's own recipient, writes the decision, and only then throws or returns it: an
 * attempt that isn't counted gets no answer. A query and a transaction.
 */
export const attempt = async (
  caller: SignerCaller,
  { envelope_id, role_name }: { envelope_id: string; role_name: string },
  judge: (state: EnvelopeState, recipient: RecipientItem, at: string) => Verdict | Promise<Verdict>,
): Promise<Attempted> => {
  // Refused before any read: the session names its envelope and role.
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  let problem: PlainCode | null = null;
  const state = await changeEnvelope(envelope_id, async (current, at) => {
    const verdict = await judge(current, signingRecipient(current, caller, role_name), at);
    problem = verdict.problem ?? null;
    return verdict.change;
  });
  return { state, recipient: recipientOf(state, role_name), problem };
};
