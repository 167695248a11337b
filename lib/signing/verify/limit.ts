import { networkOf } from '../../aws/net/network.ts';
import { type AttemptLimit, countAttempt } from '../../people/users/attempts.ts';

/** Nobody verifies that many documents by hand; who does it by program has pdfsig. */
const LIMIT: AttemptLimit = { limit: 100, windowSeconds: 600, lockSeconds: 600 };

/** Counts a document that `ip` has verified. Ends the request with 429 where it were too many within a few minutes. */
export const countVerification = async (ip: string): Promise<void> => {
  await countAttempt('verify', networkOf(ip), LIMIT);
};
