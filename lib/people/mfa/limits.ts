import type { AttemptLimit } from '../users/attempts.ts';

/**
 * Codes tried for one user. Of 10^6 codes three are valid at a time: who knows the password and tries for a whole day
 * finds one with a chance below one in a thousand, while the user is told of it by mail.
 */
export const CODE_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };
