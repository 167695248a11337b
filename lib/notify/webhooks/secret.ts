import { newSecret } from '../../base/ids.ts';
import { PREFIX } from './mask-secret.ts';

/** Makes a signing secret of 256 bits in the form of Standard Webhooks: `whsec_` and base64. */
export const newWebhookSecret = (): string => PREFIX + Buffer.from(newSecret(), 'base64url').toString('base64');
