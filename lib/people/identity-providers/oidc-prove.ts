import { authorizationCodeGrant, fetchUserInfo } from 'openid-client';
import { fail } from '../../base/errors.ts';
import type { ProviderSignInItem } from '../../storage/records/identity-provider.ts';
import { redirectUri } from './addresses.ts';
import type { StatedPerson, StatingIdentity } from './identity.ts';
import { type OidcParty, openClient, SKEW } from './oidc-client.ts';
import { failAtProvider, quotable } from './oidc-failures.ts';
import type { ProviderReturn } from './provider-schema.ts';

/** Seconds after which a token that was just asked for is too old. */
const OLDEST = 600;

/** Longest `sub` (OpenID Connect Core 2). */
const LONGEST_SUBJECT = 255;

/** Place of a tenant's id in the issuer of a provider with many. */
const TENANT = '{tenantid}';

type Claims = Record<string, unknown>;

/**
 * Proves who signed in from what the provider sent back (OpenID Connect Core 3.1.3): exchanges the code, and checks the
 * identity token: signature by a key of the provider, exact issuer, this client as audience and authorized party, the
 * nonce of this sign-in, times, a subject. Checks `iss` of the answer (RFC 9207). Throws `provider_refused` and
 * `provider_unreachable`.
 */
export const proveOidc = async (
  provider: OidcParty,
  begun: ProviderSignInItem,
  { code, state, iss, error, error_description }: ProviderReturn,
): Promise<StatingIdentity> => {
  if (error || !code)
    return fail('provider_refused', {
      reason: quotable([error ?? 'no code', error_description].filter(Boolean).join(': ')),
    });
  const { nonce: expectedNonce, code_verifier } = begun;
  if (!expectedNonce || !code_verifier) return fail('provider_sign_in_over');
  const client = await openClient(provider);
  const { configuration, client_id, keys } = client;
  const returned = new URL(redirectUri(provider.organization_id));
  returned.search = new URLSearchParams({ code, state, ...(iss ? { iss } : {}) }).toString();
  try {
    const tokens = await authorizationCodeGrant(configuration, returned, {
      expectedState: state,
      expectedNonce,
      pkceCodeVerifier: code_verifier,
      idTokenExpected: true,
    });
    const issuer = issuerFor(client.issuer, tokens.claims()?.tid);
    const claims = await keys.verify(
      tokens.id_token ?? '',
      {
        issuer,
        audience: client_id,
        clockTolerance: SKEW,
        maxTokenAge: OLDEST,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      },
      { eager: true },
    );
    const { sub, azp, nonce, sid } = claims;
    if (nonce !== expectedNonce) return fail('provider_refused', { reason: 'the nonce is of another sign-in' });
    if (azp !== undefined && azp !== client_id) return fail('provider_refused', { reason: 'it is for another client' });
    if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT)
      return fail('provider_refused', { reason: 'it names no subject' });
    return {
      organization_id: provider.organization_id,
      kind: 'oidc',
      issuer,
      subject: sub,
      sid: typeof sid === 'string' && sid !== '' ? sid : undefined,
      claims,
      person: () => personOf(claims, configuration, tokens.access_token, sub),
    };
  } catch (failed) {
    return failAtProvider(failed);
  }
};

/** The exact issuer of a token: of the tenant that it names, where the provider has many. */
const issuerFor = (described: string, tenant: unknown): string => {
  if (!described.includes(TENANT)) return described;
  if (typeof tenant !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(tenant))
    return fail('provider_refused', { reason: 'it names no tenant' });
  return described.replace(TENANT, tenant);
};

/** The stated person; the provider is asked for it (UserInfo, Core 5.3) if the token names no address. */
const personOf = async (
  claims: Claims,
  configuration: Parameters<typeof fetchUserInfo>[0],
  access_token: string,
  subject: string,
): Promise<StatedPerson> => {
  const isComplete = typeof claims.email === 'string' || !configuration.serverMetadata().userinfo_endpoint;
  const more: Claims = isComplete
    ? {}
    : await fetchUserInfo(configuration, access_token, subject).catch(failAtProvider);
  return readPerson({ ...more, ...claims });
};

const readPerson = ({ email, email_verified, given_name, family_name, name }: Claims): StatedPerson => ({
  email: textOf(email),
  // Some providers write it as a text.
  email_verified: email_verified === undefined ? undefined : email_verified === true || email_verified === 'true',
  first_name: textOf(given_name),
  last_name: textOf(family_name),
  name: textOf(name),
});

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
