import { fail, orFail } from '../../base/errors.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { identityProviderAt } from '../../storage/identity-providers.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { UserCaller } from '../access/caller.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import { takeBegun } from './begun.ts';
import { problemsOf } from './person.ts';
import { beginSignIn, proveIdentity } from './protocols.ts';
import type { ProviderRedirect, ProviderReturn, ProviderTest } from './provider-schema.ts';

/**
 * Begins a test of the organization's provider, active or not: the administrator signs in there and sees what it
 * states. Throws `provider_not_found` and `provider_unreachable`.
 */
export const startTest = async (
  caller: UserCaller,
  organization_id: string,
  secret: string,
): Promise<ProviderRedirect> => {
  demandOwn(caller, organization_id);
  const [provider] = await readTogether([identityProviderAt(organization_id)]);
  if (!provider) return fail('provider_not_found');
  return {
    redirect_to: await beginSignIn(provider, { secret, within: { purpose: 'test', session_id: caller.session_id } }),
  };
};

/**
 * Ends a test: answers what the provider states, and what stands against a first sign-in of this person. Nobody is
 * signed in, and nothing is stored. Throws `provider_sign_in_over`, `provider_refused` and `provider_unreachable`.
 */
export const finishTest = async (
  caller: UserCaller,
  organization_id: string,
  returned: ProviderReturn,
  secret: string | undefined,
): Promise<ProviderTest> => {
  demandOwn(caller, organization_id);
  const begun = await takeBegun(returned.state, { organization_id, purpose: 'test', secret });
  const [provider, organization] = await readTogether([
    identityProviderAt(organization_id),
    organizationAt(organization_id),
  ]);
  if (begun.session_id !== caller.session_id || provider?.version !== begun.version)
    return fail('provider_sign_in_over');
  const { claims, person } = await proveIdentity(provider, begun, returned);
  const stated = await person();
  return {
    claims,
    email: stated.email ?? null,
    problems: problemsOf(stated, orFail(organization, 'not_found')),
  };
};
