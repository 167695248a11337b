import { ResourceMetadata, resourceMetadata } from '../../lib/http/agents/protected-resource.ts';
import { operation } from '../../lib/http/operation.ts';

export const handler = operation(
  {
    id: 'getProtectedResourceMetadata',
    tag: 'Agents',
    summary: 'Get where an agent gets its tokens',
    description: 'RFC 9728, for `/mcp`. The same stands at `/.well-known/oauth-protected-resource/mcp`.',
    route: 'GET /.well-known/oauth-protected-resource',
    alsoAt: '/.well-known/oauth-protected-resource/mcp',
    session: 'none',
    returns: ResourceMetadata,
    access: {},
  },
  () => resourceMetadata(),
);
