import { fail } from '../../base/errors.ts';
import { quotable } from './oidc-failures.ts';

/** Throws `provider_refused` for the answer of a SAML provider. */
export const refuseAnswer = (reason: string): never => fail('provider_refused', { reason: quotable(reason) });
