import { domainOfEmail } from '../../base/email-address.ts';
import { findClaim } from '../../storage/domain-claims.ts';
import { readAt } from '../../storage/engine/read.ts';
import { identityProviderAt } from '../../storage/identity-providers.ts';
import type { Origin } from '../access/origin.ts';
import type { SignInWays } from './provider-schema.ts';
import { countQuestion } from './sign-in.ts';

/**
 * Finds the provider at which people with addresses at this domain sign in. The answer is the same for all addresses
 * there, so it doesn't reveal who has an account. Counted by network.
 */
export const findWays = async (email: string, origin: Origin): Promise<SignInWays> => {
  await countQuestion(origin);
  const claim = await findClaim('sign_in', domainOfEmail(email));
  if (!claim?.verified || claim.released) return { provider: null };
  const provider = await readAt(identityProviderAt(claim.organization_id));
  return { provider: provider?.active ? { id: provider.organization_id, name: provider.name } : null };
};
