import type { AttemptLimit, WindowLimit } from './attempts.ts';

/** Wrong passwords of one address, for each kind of visitor. Half of them may follow each other at once. */
export const PASSWORD_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 15 * 60, lockSeconds: 15 * 60 };

/** Guesses that come from one network, at whatever accounts, without being from a user's own device or network. */
export const NETWORK_LIMIT: WindowLimit = { limit: 300, windowSeconds: 15 * 60 };

/** Mails of one kind that a member of an organization can have sent to one address. */
export const MAIL_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };
