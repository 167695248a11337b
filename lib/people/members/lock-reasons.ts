/** Reasons of locks that the platform states itself. Pages say them in the reader's language. */

/** A new member whom an administrator has to let in. */
export const WAITS = 'Has signed in at the identity provider, and waits for an administrator';

/** A member whom the directory has deactivated. */
export const DEACTIVATED = 'Deactivated by the directory';
