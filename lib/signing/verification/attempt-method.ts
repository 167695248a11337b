import type { PlainCode } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import type { Change } from '../envelopes/rules/lifecycle.ts';
import { type Acted, changeAsRecipient } from '../sessions/act-as-recipient.ts';

/** The state after an attempt, and the reason if it failed. */
export interface Attempted extends Acted {
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
export const attemptMethod = async (
  caller: SignerCaller,
  path: RecipientPath,
  judge: (state: EnvelopeState, recipient: RecipientItem, at: string) => Verdict | Promise<Verdict>,
): Promise<Attempted> => {
  let problem: PlainCode | null = null;
  const acted = await changeAsRecipient(caller, path, async (...now) => {
    const verdict = await judge(...now);
    problem = verdict.problem ?? null;
    return verdict.change;
  });
  return { ...acted, problem };
};
