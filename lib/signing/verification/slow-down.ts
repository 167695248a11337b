import type { SignerCaller } from '../../people/access/caller.ts';
import { type AttemptLimit, countAttempt } from '../../people/attempts/attempts.ts';

/** Attempts of all sessions of one recipient who has signed: enough for each method once more, and few for guessing. */
const READING_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };

/**
 * Counts an attempt at the verification of a recipient who has signed already. It can't fail for good any more, because
 * the signature stands, so that guesses are slowed down instead. Throws `too_many_requests`.
 */
export const slowDown = async ({ envelope_id, profile_id }: SignerCaller): Promise<void> => {
  await countAttempt('verification', `${envelope_id}#${profile_id}`, READING_LIMIT);
};
