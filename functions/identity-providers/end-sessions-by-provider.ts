import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { secretMember } from '../../lib/base/secret-members.ts';
import { operation } from '../../lib/http/operation.ts';
import { endSessionsByNotice } from '../../lib/people/identity-providers/end-sessions.ts';

export const handler = operation(
  {
    id: 'endSessionsByProvider',
    tag: 'Authentication',
    summary: 'Take the notice of an identity provider that somebody signed out there',
    description:
      'OpenID Connect Back-Channel Logout 1.0, as a form. It ends the sessions of that `sid` in the organization, else all of that `sub`, by their next call. ' +
      'Each notice counts once and for five minutes.',
    route: 'POST /v2/users/authenticate/provider/{organization_id}/logout',
    event: 'session:ended',
    session: 'none',
    path: idPath('organization_id'),
    body: z.object({ logout_token: secretMember(z.string().min(1).max(10_000)) }),
    returns: z.object({}),
    errors: ['provider_not_found', 'provider_unreachable', 'provider_refused', 'logout_token_invalid'],
    access: {
      read: ['identityProvider', 'identity', 'providerSession'],
      change: ['providerNotice', 'user'],
      bulk: ['session'],
      providerKey: true,
      tokens: false,
    },
    examples: { body: { logout_token: 'a JWT, signed by the provider' } },
  },
  async ({ path, body }) => {
    await endSessionsByNotice(path.organization_id, body.logout_token);
    return {};
  },
);
