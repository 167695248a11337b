import { networkOf } from '../../aws/net/network.ts';
import { fail, isFailure } from '../../base/errors.ts';
import { readAt } from '../../storage/engine/read.ts';
import { identityProviderAt } from '../../storage/identity-providers.ts';
import type { IdentityProviderItem } from '../../storage/records/identity-provider.ts';
import type { Origin } from '../access/origin.ts';
import { recordFailure } from '../administration/act.ts';
import { countInWindow } from '../attempts/attempts.ts';
import { NETWORK_LIMIT } from '../attempts/limits.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { takeBegun } from './begun.ts';
import { enterByIdentity } from './enter.ts';
import { beginSignIn, proveIdentity } from './protocols.ts';
import type { ProviderRedirect, ProviderSignIn, ProviderSignInStart } from './provider-schema.ts';
import { offerAnswer } from './saml-prove.ts';
import { socialParty } from './social.ts';
import { isSocial } from './social-names.ts';
import { signInWithSocial } from './social-sign-in.ts';

/** Counts a question of a stranger for a network. Throws `too_many_requests`. */
export const countQuestion = async ({ ip }: Origin): Promise<void> => {
  const seconds = await countInWindow('provider-network', networkOf(ip), NETWORK_LIMIT);
  if (seconds > 0) fail('too_many_requests', { seconds });
};

/** Reads a provider at which members sign in. Throws `provider_not_found` if there is none, or it isn't active. */
const readActive = async (organization_id: string): Promise<IdentityProviderItem> => {
  const provider = await readAt(identityProviderAt(organization_id));
  return provider?.active ? provider : fail('provider_not_found');
};

/**
 * Begins a sign-in at an organization's provider, in the browser with this secret. Counted by network, because anybody
 * may ask. With the `code` of an answer that nobody has asked for, it tells whose that is. Throws `provider_not_found`,
 * `provider_unreachable`, `provider_sign_in_over` and `too_many_requests`.
 */
export const startProviderSignIn = async (
  { provider: organization_id, email, code }: ProviderSignInStart,
  secret: string,
  origin: Origin,
): Promise<ProviderRedirect> => {
  await countQuestion(origin);
  const party = isSocial(organization_id) ? socialParty(organization_id) : await readActive(organization_id);
  if (code) return 'saml' in party ? offerAnswer(party, code, secret) : fail('provider_sign_in_over');
  return { redirect_to: await beginSignIn(party, { secret, email }) };
};

/**
 * Signs in whoever the provider says has signed in there. One answer for each sign-in that was begun, in the same
 * browser, within ten minutes. Throws `provider_sign_in_over`, the failures of `proveIdentity` and of
 * `enterByIdentity`.
 */
export const signInWithProvider = async (
  { provider: organization_id, ...returned }: ProviderSignIn,
  secret: string | undefined,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  if (isSocial(organization_id)) return signInWithSocial(organization_id, returned, secret, origin);
  const begun = await takeBegun(returned.state, { organization_id, purpose: 'sign_in', secret });
  const provider = await readActive(organization_id);
  if (provider.version !== begun.version) return fail('provider_sign_in_over');
  const identity = await proveIdentity(provider, begun, returned);
  try {
    return await enterByIdentity(identity, provider, origin);
  } catch (error) {
    if (isFailure(error, 'provider_refused')) await recordFailure('provider_refused', { organization_id });
    throw error;
  }
};
