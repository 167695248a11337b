import type { AttemptLimit } from '../attempts/attempts.ts';

/**
 * Codes tried for one user. Three of 10^6 codes are valid at a time: an attacker who knows the password and tries for a
 * day succeeds with a probability below one in a thousand, and the user is notified by mail.
 */
export const CODE_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };
