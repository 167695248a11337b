import { operation } from '../../lib/http/operation.ts';
import { ServerMetadata, serverMetadata } from '../../lib/people/oauth/metadata.ts';

export const handler = operation(
  {
    id: 'getAuthorizationServerMetadata',
    tag: 'Authentication',
    summary: 'Get what a standard OAuth client must know of this server',
    description: 'RFC 8414.',
    route: 'GET /.well-known/oauth-authorization-server',
    session: 'none',
    returns: ServerMetadata,
    access: {},
  },
  () => serverMetadata(),
);
