import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { jwks } from '../../lib/people/sessions/tokens.ts';

export const handler = operation(
  {
    id: 'getJwks',
    tag: 'Authentication',
    summary: 'Get the public keys that tokens are checked with',
    description: [
      'A JSON Web Key Set (RFC 7517). Tokens of users and tokens of signers have different keys; `session` selects',
      'one kind. Check an identity token with the keys of users only.',
    ].join(' '),
    route: 'GET /.well-known/jwks.json',
    session: 'none',
    query: z.object({ session: z.enum(['user', 'signer']).optional() }),
    returns: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).meta({ id: 'JsonWebKeySet' }),
    access: {},
  },
  ({ query: { session } }) => jwks(session ? [session] : ['user', 'signer']),
);
