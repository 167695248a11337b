/** The beginning of each signing secret (Standard Webhooks). */
export const PREFIX = 'whsec_';

/** Masks a secret after it was shown once: only its last four characters stay. */
export const maskSecret = (secret: string): string => `${PREFIX}${'*'.repeat(8)}${secret.slice(-4)}`;
