import * as z from 'zod';
import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { disconnectIdentity } from '../../lib/people/identity-providers/connect.ts';
import { SocialName } from '../../lib/people/identity-providers/provider-schema.ts';

export const handler = operation(
  {
    id: 'disconnectIdentity',
    tag: 'Users',
    summary: 'End the connection of the account with Google or Microsoft',
    description: 'The person there no longer signs in to the account. Sessions continue.',
    route: 'DELETE /v2/users/identities/{provider}',
    event: 'identity:disconnected',
    session: 'user',
    callableBy: 'login',
    path: z.object({ provider: SocialName }),
    returns: Confirmation,
    errors: ['not_found', 'provider_session', 'wrong_session'],
    access: { change: ['user'], remove: ['socialIdentity'] },
  },
  async ({ caller, path }) => {
    await disconnectIdentity(caller, path.provider);
    return 'OK';
  },
);
