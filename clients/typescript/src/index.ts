export { Countersign, openSigningLink, type SignIn, signIn } from './countersign.ts';
export { CountersignError, type ErrorCode, isError } from './errors.ts';
export type * from './generated/types.gen.js';
export type { Tokens } from './session.ts';
export type { TransportOptions } from './transport.ts';
export { verifyWebhook, WebhookRefused } from './webhooks.ts';
