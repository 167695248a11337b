import { operation } from '../../lib/http/operation.ts';
import { ServerMetadata, serverMetadata } from '../../lib/people/oauth/metadata.ts';

export const handler = operation(
  {
    id: 'getAuthorizationServerMetadata',
    tag: 'Authentication',
    summary: 'Get the metadata of this authorization server',
    description: 'OAuth 2.0 Authorization Server Metadata (RFC 8414).',
    route: 'GET /.well-known/oauth-authorization-server',
    session: 'none',
    returns: ServerMetadata,
    access: {},
  },
  () => serverMetadata(),
);
