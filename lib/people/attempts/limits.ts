import type { AttemptLimit, WindowLimit } from './attempts.ts';

/** Wrong passwords for one address, for each kind of visitor. The first half of them may follow each other at once. */
export const PASSWORD_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 15 * 60, lockSeconds: 15 * 60 };

/** Attempts from one network at any accounts, other than from a user's own device or network. */
export const NETWORK_LIMIT: WindowLimit = { limit: 300, windowSeconds: 15 * 60 };

/** Mails of one kind that a member of an organization can send to one address. */
export const MAIL_LIMIT: AttemptLimit = { limit: 10, windowSeconds: 60 * 60, lockSeconds: 60 * 60 };
