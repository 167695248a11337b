import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { newSecret } from '../../base/ids.ts';
import { redirectUri } from './addresses.ts';
import { type Beginning, keepBegun, newState } from './begun.ts';
import { type OidcParty, openClient } from './oidc-client.ts';

/**
 * Begins a sign-in at the provider: keeps what its answer is checked by, under the hash of `state`, and returns the
 * provider's page (OpenID Connect Core 3.1.2.1, PKCE by RFC 7636 with S256). Throws `provider_unreachable`.
 */
export const beginOidc = async (provider: OidcParty, beginning: Beginning): Promise<string> => {
  const { configuration } = await openClient(provider);
  const state = newState(beginning.within);
  const [nonce, code_verifier] = [newSecret(), newSecret()];
  const redirect_to = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(provider.organization_id),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
    ...(beginning.email ? { login_hint: beginning.email } : {}),
  });
  await keepBegun(state, provider, beginning, { nonce, code_verifier });
  return redirect_to.href;
};
