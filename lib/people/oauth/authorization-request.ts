import * as z from 'zod';
import { Id } from '../../base/common-schema.ts';
import { config } from '../../base/config.ts';
import { fail, orFail } from '../../base/errors.ts';
import type { OauthAppItem } from '../../storage/records/oauth-app.ts';
import { DEFAULT_SCOPES, readScopes, SCOPES } from '../access/scopes.ts';

const quoted = (scopes: readonly string[]): string => scopes.map((one) => `\`${one}\``).join(', ');

/** Parameters of an authorization request (specification 4.3, RFC 6749 4.1.1, RFC 7636 4.3). */
export const AuthorizationRequest = z.object({
  client_id: Id.meta({ description: 'Client ID of the registered OAuth 2.0 application' }),
  redirect_uri: z
    .url()
    .max(2000)
    .meta({ description: 'One of the redirect addresses that the application registered, letter for letter' }),
  response_type: z.string().min(1).max(100).meta({ description: 'Must be `code`' }),
  state: z.string().max(2000).optional().meta({ description: 'Returned unchanged in the redirect' }),
  scope: z
    .string()
    .max(2000)
    .optional()
    .meta({
      description: `Scopes that the application asks for, separated by spaces. Possible are ${quoted(Object.keys(SCOPES))}. Default: ${quoted(DEFAULT_SCOPES)}`,
    }),
  resource: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: "RFC 8707: the API's address, or that address with `/mcp`; tokens are for both" }),
  code_challenge: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'PKCE challenge (RFC 7636). Public applications must send one' }),
  code_challenge_method: z.string().max(20).optional().meta({ description: 'Must be `S256`' }),
});
export type AuthorizationRequest = z.output<typeof AuthorizationRequest>;

/** Errors that the redirect reports to the application (RFC 6749 4.1.2.1). */
export type AuthorizationError =
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_response_type'
  | 'access_denied';

/**
 * Checks an authorization request. Throws `not_found` or `redirect_mismatch` if the application or the redirect is
 * unknown, because nobody may be redirected then. Returns any other error for the redirect.
 */
export const checkAuthorizationRequest = (
  request: AuthorizationRequest,
  app: OauthAppItem | undefined,
): AuthorizationError | undefined => {
  const { redirect_uris, secret_hash } = orFail(app, 'not_found');
  if (!redirect_uris.includes(request.redirect_uri)) return fail('redirect_mismatch');
  const { response_type, code_challenge, code_challenge_method } = request;
  if (response_type !== 'code') return 'unsupported_response_type';
  if (!readScopes(request.scope)) return 'invalid_scope';
  if (request.resource !== undefined && !isOwnResource(request.resource)) return 'invalid_target';
  if (!code_challenge) return secret_hash === null || code_challenge_method ? 'invalid_request' : undefined;
  return code_challenge_method === 'S256' && /^[\w-]{43}$/.test(code_challenge) ? undefined : 'invalid_request';
};

/** A token for another server's resource isn't ours to give (RFC 8707 2). */
const isOwnResource = (resource: string): boolean =>
  [config.baseUrl(), `${config.baseUrl()}/mcp`].includes(resource.replace(/\/$/, ''));

/** The redirect's address with the answer: its own parameters, the answer's, and the issuer (RFC 9207). */
export const answerTo = (
  { redirect_uri, state }: AuthorizationRequest,
  answer: { code: string } | { error: AuthorizationError },
): string => {
  const added = new URLSearchParams({
    ...answer,
    ...(state === undefined ? {} : { state }),
    iss: config.baseUrl(),
  });
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${added}`;
};

/** Address of the sign-in page with the request's parameters. */
export const signInPageOf = (request: AuthorizationRequest): string =>
  `${config.appUrl()}/authorize?${new URLSearchParams(request)}`;
