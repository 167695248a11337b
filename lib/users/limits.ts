import type { AttemptLimit } from './attempts.ts';

/** Wrong passwords of one address. Half of them may follow each other at once. */
export const PASSWORD_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 15 * 60, lockSeconds: 15 * 60 };

/**
 * Codes tried for one address to reset its password. Of 10^8 codes at most three are valid at a time, each for an hour:
 * a guesser's chance is below one in a million a day.
 */
export const RESET_CODE_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };

/** Mails of one kind that anybody can have sent to one address. */
export const MAIL_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };
