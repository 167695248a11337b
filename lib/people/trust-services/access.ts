import { createHmac } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  None,
  type AuthorizationServer as OauthServer,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { config } from '../../base/config.ts';
import { fail, isFailure } from '../../base/errors.ts';
import type { BegunAccess, BegunByRecipient, ProviderSignInItem } from '../../storage/records/identity-provider.ts';
import { redirectUri } from '../identity-providers/addresses.ts';
import { keepBegun, newState, takeBegun } from '../identity-providers/begun.ts';
import { failAtService, refuse, send } from './ask-service.ts';
import { authorizationServer, demandSame } from './describe-service.ts';
import type { AuthorizationServer, CscBeginning, TrustService } from './trust-service.ts';
import { SHA256_OID } from './trust-service.ts';

/** Lifetime in seconds of a token whose answer states none (CSC API 8.4.4). */
const USUAL_LIFE = 3600;

/** Longest description of an authorization (CSC API 8.4.2). */
const LONGEST_DESCRIPTION = 500;

/** The query with which a service sent the browser back, and the service of that address. */
export interface AccessReturn {
  /** Last part of the address to which the service led back. */
  service: string;
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
  iss?: string | undefined;
}

/** A signer's access at a service: for which signing it began, and the token that it gives. */
export interface FinishedAccess {
  service: TrustService;
  begun: BegunAccess & { signer: BegunByRecipient };
  /** Access token; with the scope `credential` the signature activation data (SAD). */
  token: string;
  /** Seconds. */
  expires_in: number;
}

/**
 * Begins the sign-in of a signer at a service, for the list of credentials (scope `service`), and returns the service's
 * page (RFC 6749 4.1, PKCE by RFC 7636 with S256). Throws `trust_service_unreachable` and `trust_service_refused`.
 */
export const beginServiceAccess = (service: TrustService, beginning: CscBeginning): Promise<string> =>
  begin(service, beginning, { scope: 'service' }, {});

/**
 * Begins the authorization of these signatures by these hashes (scope `credential`), and returns the service's page.
 * Throws as `beginServiceAccess`.
 */
export const beginCredentialAccess = (
  service: TrustService,
  beginning: CscBeginning,
  { credential_id, hashes, description }: { credential_id: string; hashes: Uint8Array[]; description?: string },
): Promise<string> => {
  const listed = hashes.map((hash) => Buffer.from(hash).toString('base64url')).join(',');
  return begin(
    service,
    beginning,
    { scope: 'credential', credential_id },
    {
      credentialID: credential_id,
      numSignatures: String(hashes.length),
      ...(service.api === 'v1' ? { hash: listed } : { hashes: listed, hashAlgorithmOID: SHA256_OID }),
      ...(description ? { description: description.slice(0, LONGEST_DESCRIPTION) } : {}),
    },
  );
};

const begin = async (
  service: TrustService,
  { secret, signer: { signing, ...recipient }, lang }: CscBeginning,
  access: Omit<BegunAccess, 'signing'>,
  more: Record<string, string>,
): Promise<string> => {
  const { authorize } = await authorizationServer(service);
  const within = { purpose: 'certificate' as const, recipient, access: { signing, ...access } };
  const state = newState(within);
  const page = new URL(authorize);
  const asked = {
    response_type: 'code',
    client_id: service.client_id,
    redirect_uri: redirectUri(service.id),
    scope: access.scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifierOf(secret, state)),
    code_challenge_method: 'S256',
    ...(lang ? { lang: lang.replaceAll('_', '-') } : {}),
    ...more,
  };
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
  await keepBegun(state, { organization_id: service.id, version: service.version }, { secret, within });
  return page.href;
};

/**
 * The verifier of PKCE (RFC 7636 4.1), made of the browser's secret. So it is stored nowhere: neither who sees the
 * address to which the service leads back nor who reads the table can exchange the code.
 */
const verifierOf = (secret: string, state: string): string =>
  createHmac('sha256', secret).update(`trust-service ${state}`).digest('base64url');

/**
 * The pages of the signing, and the service, that an answer is for are known before the answer is taken: returns what
 * began, and takes it, whatever the answer turns out to be. Throws `trust_service_over` if there is none for this
 * `state`, service and browser, or it is older than ten minutes.
 */
export const takeAccess = async (
  { state, service }: Pick<AccessReturn, 'state' | 'service'>,
  secret: string | undefined,
): Promise<FinishedAccess['begun'] & Pick<ProviderSignInItem, 'version'>> => {
  const begun = await takeBegun(state, { organization_id: service, purpose: 'certificate', secret }).catch(
    (error: unknown) => {
      if (isFailure(error, 'provider_sign_in_over')) return fail('trust_service_over');
      throw error;
    },
  );
  const { recipient, access, version } = begun;
  return recipient && access ? { ...access, signer: recipient, version } : fail('trust_service_over');
};

/**
 * Exchanges the code of an answer for a token. Throws `trust_service_refused` if the person or the service refused,
 * `trust_service_over` if the service has changed since, and `trust_service_unreachable`.
 */
export const exchangeCode = async (
  service: TrustService,
  { state, code, error, error_description, iss }: AccessReturn,
  { secret, version }: { secret: string; version: string },
): Promise<Pick<FinishedAccess, 'token' | 'expires_in'>> => {
  demandSame(service, version);
  if (error !== undefined) return refuse(error_description ? `${error}: ${error_description}` : error);
  if (!code) return refuse('it led back without a code');
  const server = await authorizationServer(service);
  const as = described(server);
  const client = { client_id: service.client_id };
  const redirect = redirectUri(service.id);
  try {
    const returned = new URLSearchParams({ code, state, ...(server.issuer && iss ? { iss } : {}) });
    const checked = validateAuthResponse(as, client, returned, state);
    const presents = authenticationBy(await service.secret(), server);
    const answer = await authorizationCodeGrantRequest(
      as,
      client,
      presents,
      checked,
      redirect,
      verifierOf(secret, state),
      {
        [customFetch]: fetchFromService,
        ...(config.allowLoopback() ? { [allowInsecureRequests]: true } : {}),
      },
    );
    const { access_token, expires_in } = await processAuthorizationCodeResponse(as, client, answer, {
      // Version 1.0.4 names the token of the scope `credential` so (8.3.3).
      recognizedTokenTypes: { sad: () => {} },
    });
    return { token: access_token, expires_in: expires_in ?? USUAL_LIFE };
  } catch (failed) {
    return failAtService(failed);
  }
};

/** The server as the library takes it. Where it has no identifier, its address stands for that. */
const described = ({ issuer, authorize, token }: AuthorizationServer): OauthServer => ({
  issuer: issuer ?? new URL(token).origin,
  authorization_endpoint: authorize,
  token_endpoint: token,
});

const authenticationBy = (secret: string | null, { basic }: AuthorizationServer) => {
  if (secret === null) return None();
  return basic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
};

const fetchFromService = async (
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
): Promise<Response> => {
  const answer = await send(url, { method, headers, body: String(body) });
  if (answer.status >= 500)
    return fail('trust_service_unreachable', { reason: `it answers for a token with status ${answer.status}` });
  return new Response(Buffer.from(answer.bytes), { status: answer.status, headers: answer.headers });
};
