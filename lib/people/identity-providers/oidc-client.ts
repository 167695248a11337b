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
import type { OidcProviderItem } from '../../storage/records/identity-provider.ts';
import { decryptClientSecret } from './client-secret.ts';
import { failAtProvider } from './oidc-failures.ts';
import { askedAt, fetchFromProvider } from './oidc-fetch.ts';
import { newKeySet, type ProviderKeys } from './oidc-keys.ts';

/** Seconds by which clocks of platform and provider may differ. */
export const SKEW = 60;

/** Time for which a provider's description is believed. */
const BELIEVED = 10 * MINUTE;
const MOST = 100;

/** A provider as its discovery document describes it, ready to be asked. */
export interface OidcClient {
  /** As the description states it: `{tenantid}` in it stands for the tenant of whoever signs in. */
  issuer: string;
  client_id: string;
  configuration: Configuration;
  keys: ProviderKeys;
}

/** A provider, and the client that an organization, or the platform itself, has there. */
export interface OidcParty
  extends Pick<OidcProviderItem, 'organization_id' | 'issuer' | 'oidc' | 'updated_at' | 'version'> {
  /** Issuer of which the description speaks, if it isn't the one at whose address it is. */
  described?: string;
  /** Reads the secret of the platform's own client, in the place of a stored one. */
  secret?: () => Promise<string>;
}

/** Time for which a provider that couldn't be opened isn't asked again. */
const LEFT_ALONE = MINUTE / 2;

const known = new Map<string, { until: number; client: OidcClient }>();
const failed = new Map<string, { until: number; error: unknown }>();

/**
 * Opens the client of an organization at its provider (OpenID Connect Discovery 1.0). The issuer must be exactly the
 * stored one, and its addresses https. Kept for ten minutes, and a failure for half a minute, so that sign-ins at a
 * provider that is down don't each wait for it. Throws `provider_unreachable` and `provider_refused`.
 */
export const openClient = async (provider: OidcParty): Promise<OidcClient> => {
  const place = `${provider.organization_id} ${provider.updated_at} ${askedAt(provider.issuer)}`;
  const before = known.get(place);
  if (before && before.until > now().getTime()) return before.client;
  const down = failed.get(place);
  if (down && down.until > now().getTime()) throw down.error;
  const client = await discover(provider)
    .catch(failAtProvider)
    .catch((error: unknown) => {
      if (failed.size >= MOST) failed.clear();
      failed.set(place, { until: now().getTime() + LEFT_ALONE, error });
      throw error;
    });
  if (known.size >= MOST) known.clear();
  known.set(place, { until: now().getTime() + BELIEVED, client });
  return client;
};

const secretOf = async ({ organization_id, issuer, oidc, secret }: OidcParty): Promise<string | null> => {
  if (secret) return secret();
  const { client_id, client_secret } = oidc;
  return client_secret && (await decryptClientSecret(client_secret, { organization_id, issuer, client_id }));
};

const discover = async (provider: OidcParty): Promise<OidcClient> => {
  const { issuer, described = issuer, oidc } = provider;
  const { client_id } = oidc;
  const secret = await secretOf(provider);
  const metadata = { [clockSkew]: epochSeconds() - Math.floor(Date.now() / 1000), [clockTolerance]: SKEW };
  const configuration = await discovery(new URL(issuer), client_id, metadata, authenticationBy(secret), {
    [customFetch]: fetchFromProvider,
    ...(config.allowLoopback() ? { execute: [allowInsecureRequests] } : {}),
  });
  const server = configuration.serverMetadata();
  // A description for all tenants of a provider names none of them.
  if (server.issuer !== described)
    return fail('provider_refused', {
      reason: `it states the issuer ${server.issuer.slice(0, 200)}, not ${described}`,
    });
  const { authorization_endpoint, token_endpoint, jwks_uri } = server;
  for (const [name, address] of Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })) {
    if (!address) return fail('provider_refused', { reason: `its description has no ${name}` });
    checkedUrl(address);
  }
  return { issuer: described, client_id, configuration, keys: newKeySet(jwks_uri ?? '') };
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
