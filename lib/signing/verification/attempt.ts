import { fail, type PlainCode } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { recipientOf, signingRecipient } from '../envelopes/access.ts';
import { changeEnvelope } from '../envelopes/commit.ts';
import type { Change } from '../envelopes/lifecycle.ts';

/** What has come of an attempt: how things stand now, and why it was no success. */
export interface Attempted {
  state: EnvelopeState;
  recipient: RecipientItem;
  problem: PlainCode | null;
}

/** A change, and the error that is answered once it is written. */
export interface Verdict {
  change: Change | null;
  problem?: PlainCode;
}

/**
 * Lets `judge` decide on the signer's own recipient, writes what it decides, and only then tells the verdict: what isn't
 * counted isn't answered. A query and a transaction.
 */
export const attempt = async (
  caller: SignerCaller,
  { envelope_id, role_name }: { envelope_id: string; role_name: string },
  judge: (state: EnvelopeState, recipient: RecipientItem, at: string) => Verdict | Promise<Verdict>,
): Promise<Attempted> => {
  // Refused before anything is read: the session says which envelope and role it is for.
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  let problem: PlainCode | null = null;
  const state = await changeEnvelope(envelope_id, async (current, at) => {
    const verdict = await judge(current, signingRecipient(current, caller, role_name), at);
    problem = verdict.problem ?? null;
    return verdict.change;
  });
  return { state, recipient: recipientOf(state, role_name), problem };
};
