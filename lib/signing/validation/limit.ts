import { networkOf } from '../../aws/net/network.ts';
import { type AttemptLimit, countAttempt } from '../../people/attempts/attempts.ts';

/** Far more than a person verifies by hand; programs can use pdfsig. */
const LIMIT: AttemptLimit = { limit: 100, windowSeconds: 600, lockSeconds: 600 };

/** Counts a verification by `ip`. Throws `too_many_requests` after too many within a few minutes. */
export const countValidation = async (ip: string): Promise<void> => {
  await countAttempt('verify', networkOf(ip), LIMIT);
};
