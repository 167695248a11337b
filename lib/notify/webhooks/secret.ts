import { newSecret } from '../../base/ids.ts';

const PREFIX = 'whsec_';

/** Makes a signing secret of 256 bits in the form of Standard Webhooks: `whsec_` and base64. */
export const newWebhookSecret = (): string => PREFIX + Buffer.from(newSecret(), 'base64url').toString('base64');

/** Masks a secret after it was shown once: only its last four characters stay. */
export const maskSecret = (secret: string): string => `${PREFIX}${'*'.repeat(8)}${secret.slice(-4)}`;
