import * as z from 'zod';
import { config } from '../../base/config.ts';
import { SCOPES } from '../access/scopes.ts';
import { GRANT_TYPES } from './grants.ts';

/** Metadata of this server for standard OAuth clients (RFC 8414 2, RFC 9207 3). */
export const ServerMetadata = z
  .object({
    issuer: z.url(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    revocation_endpoint: z.url(),
    jwks_uri: z.url(),
    service_documentation: z.url(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
  })
  .meta({ id: 'AuthorizationServerMetadata' });

/** This server's metadata. */
export const serverMetadata = (): z.output<typeof ServerMetadata> => {
  const base = config.baseUrl();
  const methods = ['client_secret_post', 'client_secret_basic', 'none'];
  return {
    issuer: base,
    authorization_endpoint: `${base}/v2/oauth2/authorize`,
    token_endpoint: `${base}/v2/oauth2/token`,
    revocation_endpoint: `${base}/v2/oauth2/revoke`,
    // Clients never get tokens that a signer's key signs.
    jwks_uri: `${base}/.well-known/jwks.json?session=user`,
    service_documentation: `${base}/docs`,
    scopes_supported: Object.keys(SCOPES),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...GRANT_TYPES],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
};
