import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { epochSeconds, MINUTE, timestamp, timestampIn } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret, isHashOf, newSecret } from '../../base/ids.ts';
import { single } from '../../storage/engine/commit.ts';
import { providerSignInWrite, takeProviderSignIn } from '../../storage/identity-providers.ts';
import type { ProviderSignInItem } from '../../storage/records/identity-provider.ts';
import { type OidcParty, openClient } from './oidc-client.ts';

/** Time in milliseconds in which the provider must have sent the browser back. */
const SIGN_IN_LIFE = 10 * MINUTE;
/** The same in seconds. */
export const SIGN_IN_SECONDS = SIGN_IN_LIFE / 1000;

/** Address to which an organization's provider sends the browser back. No other organization has the same. */
export const redirectUri = (organization_id: string): string => `${config.appUrl()}/sign-in/${organization_id}`;

/** Purpose of a sign-in, and the browser in which it begins (`secret` of its cookie). */
interface Beginning {
  secret: string;
  email?: string | null | undefined;
  /** The session of an administrator who tests, or of somebody who connects an account; a sign-in without it. */
  within?: { purpose: 'test' | 'connect'; session_id: string };
}

/**
 * Begins a sign-in at the provider: keeps what its answer is checked by, under the hash of `state`, and returns the
 * provider's page (OpenID Connect Core 3.1.2.1, PKCE by RFC 7636 with S256). Throws `provider_unreachable`.
 */
export const beginSignIn = async (provider: OidcParty, { secret, email, within }: Beginning): Promise<string> => {
  const { configuration } = await openClient(provider);
  const { organization_id, version } = provider;
  // The page knows by its beginning what an answer is for.
  const state = `${within ? `${within.purpose}.` : ''}${newSecret()}`;
  const [nonce, code_verifier] = [newSecret(), newSecret()];
  const redirect_to = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(organization_id),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
    ...(email ? { login_hint: email } : {}),
  });
  const begun = providerSignInWrite(hashSecret(state), {
    organization_id,
    version,
    purpose: within?.purpose ?? 'sign_in',
    browser_hash: hashSecret(secret),
    nonce,
    code_verifier,
    ...(within ? { session_id: within.session_id } : {}),
    expires_at: timestampIn(SIGN_IN_LIFE),
    ttl: epochSeconds() + SIGN_IN_SECONDS,
  });
  await single([begun]);
  return redirect_to.href;
};

/**
 * Takes the sign-in that a provider's answer is for: whatever the answer turns out to be, there is no second one.
 * Throws `provider_sign_in_over` if there is none for this `state`, organization, purpose and browser, or it is too
 * old.
 */
export const takeBegun = async (
  state: string,
  {
    organization_id,
    purpose,
    secret,
  }: { organization_id: string; purpose: ProviderSignInItem['purpose']; secret: string | undefined },
): Promise<ProviderSignInItem> => {
  const begun = secret === undefined ? undefined : await takeProviderSignIn(hashSecret(state));
  const isRight =
    begun !== undefined &&
    begun.organization_id === organization_id &&
    begun.purpose === purpose &&
    begun.expires_at > timestamp() &&
    isHashOf(begun.browser_hash, secret ?? '');
  return isRight ? begun : fail('provider_sign_in_over');
};
