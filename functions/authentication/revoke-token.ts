import * as z from 'zod';
import { secretMember } from '../../lib/base/secret-members.ts';
import { operation } from '../../lib/http/operation.ts';
import { revokeToken } from '../../lib/people/oauth/revoke.ts';

export const handler = operation(
  {
    id: 'revokeToken',
    tag: 'Authentication',
    summary: 'End the session of a token',
    description:
      'RFC 7009: takes a refresh or access token of a session. The answer is 200 for an unknown or expired token ' +
      'too. Only the application itself can end its session; it authenticates as for `POST /v2/oauth2/token`.',
    route: 'POST /v2/oauth2/revoke',
    event: 'session:ended',
    session: 'none',
    body: z.object({
      token: secretMember(z.string().max(10_000)),
      token_type_hint: z.string().max(100).nullish().meta({ description: 'Not needed' }),
      client_id: z.string().max(100).nullish(),
      client_secret: secretMember(z.string().max(500).nullish()),
    }),
    returns: z.object({}),
    errors: ['invalid_client'],
    access: { read: ['session', 'oauthApp', 'profile'], remove: ['session'] },
    examples: { body: { token: 'the refresh token' } },
  },
  async ({ body, headers }) => {
    await revokeToken(body, headers);
    return {};
  },
);
