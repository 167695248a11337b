import { newSecret } from '../../base/ids.ts';

const PREFIX = 'whsec_';

/** A new signing secret of 256 bits in the form of Standard Webhooks: `whsec_` and base64. */
export const newWebhookSecret = (): string => PREFIX + Buffer.from(newSecret(), 'base64url').toString('base64');

/** A secret as it is shown after its first showing: only its last four characters tell it from another. */
export const maskSecret = (secret: string): string => `${PREFIX}${'*'.repeat(8)}${secret.slice(-4)}`;
