import * as z from 'zod';
import { checkedUrl } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { MINUTE, now } from '../../base/clock.ts';
import { Failure, fail } from '../../base/errors.ts';
import { askService, readDescription, refuse } from './ask-service.ts';
import type { AuthorizationServer, CscVersion, TrustService } from './trust-service.ts';

/** Answer of `info` (CSC API 11.1): the members that are used. */
const Info = z.object({
  specs: z.string().max(50),
  oauth2: z.string().max(500).optional(),
  oauth2Issuer: z.string().max(500).optional(),
  authType: z.array(z.string()).optional(),
});
type Info = z.output<typeof Info>;

/** Description of an authorization server (RFC 8414): the members that are used. */
const ServerMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export type Described = Pick<TrustService, 'api' | 'api_url'> & { oauth: AuthorizationServer };

const WITH_VERSION = /\/csc\/(v[12])$/;

/**
 * Asks a service at `base_url` for itself: the version of its API, 2 before 1, and its authorization server, which
 * `oauth_url` names instead if the service is to be used with another one. `base_url` is the part before `/csc/v1`, or
 * with it. Throws `trust_service_unreachable` and `trust_service_refused`.
 */
export const describeService = async (base_url: string, oauth_url: string | null): Promise<Described> => {
  const base = withoutSlash(base_url);
  const stated = WITH_VERSION.exec(base)?.[1] as CscVersion | undefined;
  const versions: CscVersion[] = stated ? [stated] : ['v2', 'v1'];
  let failed: unknown;
  for (const api of versions) {
    const api_url = stated ? base : `${base}/csc/${api}`;
    try {
      const info = await askInfo(api_url, api);
      return { api, api_url, oauth: await serverOf(info, oauth_url) };
    } catch (error) {
      failed = error;
      // A server that doesn't answer wouldn't at the other address either.
      if (!(error instanceof Failure) || error.code !== 'trust_service_refused') throw error;
    }
  }
  throw failed;
};

const askInfo = async (api_url: string, api: CscVersion): Promise<Info> => {
  const info = await askService({ api_url }, { method: 'info', input: {} }, Info);
  const expected = api === 'v1' ? /^1\./ : /^[2-9]\./;
  if (!expected.test(info.specs)) return refuse(`at ${api_url} it speaks the version ${info.specs}`);
  return info;
};

/** The authorization server: its endpoints are at the standard's places, or where its description (RFC 8414) says. */
const serverOf = async ({ oauth2, oauth2Issuer }: Info, oauth_url: string | null): Promise<AuthorizationServer> => {
  const address = oauth_url ?? oauth2;
  if (address) return atBase(address);
  if (!oauth2Issuer) return refuse('its info names no authorization server, so nobody can sign in there');
  const found = await readDescription(metadataAddress(oauth2Issuer), ServerMetadata);
  if (found.issuer !== oauth2Issuer) return refuse(`its authorization server says that it is ${found.issuer}`);
  const methods = found.token_endpoint_auth_methods_supported ?? [];
  return {
    issuer: found.issuer,
    authorize: checked(found.authorization_endpoint),
    token: checked(found.token_endpoint),
    basic: methods.includes('client_secret_basic') && !methods.includes('client_secret_post'),
  };
};

const atBase = (address: string): AuthorizationServer => {
  const base = withoutSlash(address).replace(/\/oauth2$/, '');
  return {
    issuer: null,
    authorize: checked(`${base}/oauth2/authorize`),
    token: checked(`${base}/oauth2/token`),
    basic: false,
  };
};

/** Address of the description: the well-known part goes before the issuer's path (RFC 8414 section 3.1). */
const metadataAddress = (issuer: string): string => {
  const { origin, pathname } = new URL(checked(issuer));
  return `${origin}/.well-known/oauth-authorization-server${withoutSlash(pathname)}`;
};

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** An address that the service states, unchanged. Throws `trust_service_refused` if it may not be asked. */
const checked = (address: string): string => {
  try {
    checkedUrl(address);
    return address;
  } catch (error) {
    if (error instanceof UnreachableError) return refuse(`its address ${address} can't be used: ${error.reason}`);
    throw error;
  }
};

/** Time for which the description of a service of the instance is believed. Those of organizations are stored. */
const BELIEVED = 10 * MINUTE;
const MOST = 50;
const known = new Map<string, { until: number; oauth: AuthorizationServer }>();

/** The authorization server of a service: the stored one, or the one that the service itself names now. */
export const authorizationServer = async ({
  api_url,
  api,
  oauth,
  version,
}: TrustService): Promise<AuthorizationServer> => {
  if (oauth) return oauth;
  const place = `${version} ${api_url}`;
  const before = known.get(place);
  if (before && before.until > now().getTime()) return before.oauth;
  const found = await serverOf(await askInfo(api_url, api), null);
  if (known.size >= MOST) known.clear();
  known.set(place, { until: now().getTime() + BELIEVED, oauth: found });
  return found;
};

/** Throws `trust_service_over` if the service isn't the one any more at which something began. */
export const demandSame = ({ version }: TrustService, before: string): void => {
  if (version !== before) fail('trust_service_over');
};
