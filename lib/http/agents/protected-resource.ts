import * as z from 'zod';
import { config } from '../../base/config.ts';
import type { Failure } from '../../base/errors.ts';
import { statusOf } from '../errors.ts';
import { AGENT_SCOPES } from './tools.ts';

/** Metadata of the agents' server for OAuth clients (RFC 9728 2). */
export const ResourceMetadata = z
  .object({
    resource: z.url(),
    authorization_servers: z.array(z.url()),
    scopes_supported: z.array(z.string()),
    bearer_methods_supported: z.array(z.string()),
    resource_name: z.string(),
    resource_documentation: z.url(),
  })
  .meta({ id: 'ProtectedResourceMetadata' });

export const resourceMetadata = (): z.output<typeof ResourceMetadata> => {
  const base = config.baseUrl();
  return {
    resource: `${base}/mcp`,
    authorization_servers: [base],
    scopes_supported: [...AGENT_SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Countersign',
    resource_documentation: `${base}/docs`,
  };
};

/** The challenge of a refusal (RFC 6750 3, RFC 9728 5.1): where to get a token, and of which scope. */
export const challengeOf = (failed: Failure): Record<string, string> => {
  if (![401, 403].includes(statusOf(failed))) return {};
  const known = `resource_metadata="${config.baseUrl()}/.well-known/oauth-protected-resource/mcp"`;
  if (failed.code === 'scope_needed') {
    const { scope } = failed.details as { scope: string };
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}", ${known}` };
  }
  if (failed.code === 'origin_refused') return {};
  const without = ['token_missing', 'token_bare', 'token_scheme', 'token_elsewhere'].includes(failed.code);
  const error = without ? '' : 'error="invalid_token", ';
  return { 'WWW-Authenticate': `Bearer ${error}scope="${AGENT_SCOPES.join(' ')}", ${known}` };
};
