import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  None,
} from 'openid-client';
import { checkedUrl } from '../../aws/net/guarded-fetch.ts';
import { epochSeconds, MINUTE, now } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';
import type { IdentityProviderItem } from '../../storage/records/identity-provider.ts';
import { decryptClientSecret } from './client-secret.ts';
import { failAtProvider } from './oidc-failures.ts';
import { fetchFromProvider } from './oidc-fetch.ts';
import { newKeySet, type ProviderKeys } from './oidc-keys.ts';

/** Seconds by which clocks of platform and provider may differ. */
export const SKEW = 60;

/** Time for which a provider's description is believed. */
const BELIEVED = 10 * MINUTE;
const MOST = 100;

/** A provider as its discovery document describes it, ready to be asked. */
export interface OidcClient {
  issuer: string;
  client_id: string;
  configuration: Configuration;
  keys: ProviderKeys;
}

type Provider = Pick<IdentityProviderItem, 'organization_id' | 'issuer' | 'oidc' | 'updated_at'>;

const known = new Map<string, { until: number; client: OidcClient }>();

/**
 * Opens the client of an organization at its provider (OpenID Connect Discovery 1.0). The issuer must be exactly the
 * stored one, and its addresses https. Kept for ten minutes. Throws `provider_unreachable` and `provider_refused`.
 */
export const openClient = async (provider: Provider): Promise<OidcClient> => {
  const place = `${provider.organization_id} ${provider.updated_at}`;
  const before = known.get(place);
  if (before && before.until > now().getTime()) return before.client;
  const client = await discover(provider).catch(failAtProvider);
  if (known.size >= MOST) known.clear();
  known.set(place, { until: now().getTime() + BELIEVED, client });
  return client;
};

const discover = async ({ organization_id, issuer, oidc }: Provider): Promise<OidcClient> => {
  const { client_id, client_secret } = oidc;
  const secret = client_secret && (await decryptClientSecret(client_secret, { organization_id, issuer, client_id }));
  const metadata = { [clockSkew]: epochSeconds() - Math.floor(Date.now() / 1000), [clockTolerance]: SKEW };
  const configuration = await discovery(new URL(issuer), client_id, metadata, authenticationBy(secret), {
    [customFetch]: fetchFromProvider,
    ...(config.allowLoopback() ? { execute: [allowInsecureRequests] } : {}),
  });
  const server = configuration.serverMetadata();
  // A description for all tenants of a provider names none of them.
  if (server.issuer !== issuer)
    return fail('provider_refused', { reason: `it states the issuer ${server.issuer.slice(0, 200)}, not ${issuer}` });
  const { authorization_endpoint, token_endpoint, jwks_uri } = server;
  for (const [name, address] of Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })) {
    if (!address) return fail('provider_refused', { reason: `its description has no ${name}` });
    checkedUrl(address);
  }
  return { issuer, client_id, configuration, keys: newKeySet(jwks_uri ?? '') };
};

/**
 * The client's way to present itself: by HTTP Basic where the provider knows that, or says nothing (Discovery 1.0, 3);
 * else in the body.
 */
const authenticationBy = (secret: string | null): ReturnType<typeof None> => {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (supported.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
};
