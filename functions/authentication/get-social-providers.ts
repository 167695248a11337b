import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';

export const handler = operation(
  {
    id: 'getSocialProviders',
    tag: 'Authentication',
    summary: 'List the identity providers that can be used to sign in',
    description: 'The list is empty: this platform has no identity providers.',
    route: 'GET /v2/oauth2/social/providers',
    session: 'none',
    returns: z.object({ google: z.boolean(), microsoft: z.boolean() }).meta({ id: 'SocialProviders' }),
    access: {},
  },
  () => ({ google: false, microsoft: false }),
);
