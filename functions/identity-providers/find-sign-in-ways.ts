import * as z from 'zod';
import { Email } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { SignInWays } from '../../lib/people/identity-providers/provider-schema.ts';
import { findWays } from '../../lib/people/identity-providers/ways.ts';

export const handler = operation(
  {
    id: 'findSignInWays',
    tag: 'Authentication',
    summary: 'Find where people with addresses at a domain sign in',
    description:
      'Answers the identity provider of the organization that has proven the domain of the address. It looks at the domain alone, so the answer is the ' +
      'same for all addresses there, whether or not they have an account. Counted by network.',
    route: 'POST /v2/users/authenticate/ways',
    unrecorded: 'none',
    session: 'none',
    body: z.object({ email: Email }),
    returns: SignInWays,
    errors: ['too_many_requests'],
    access: { read: ['domain', 'identityProvider'], write: ['providerRequests'], tokens: false },
    examples: { body: { email: 'ada@example.org' } },
  },
  ({ body, origin }) => findWays(body.email, origin),
);
