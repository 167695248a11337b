import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { configuredSocials } from '../../lib/people/identity-providers/social-names.ts';

export const handler = operation(
  {
    id: 'getSocialProviders',
    tag: 'Authentication',
    summary: 'List the identity providers that can be used to sign in',
    description:
      'Those that the owner of the platform has configured; none by default. The providers of organizations are not among them.',
    route: 'GET /v2/oauth2/social/providers',
    session: 'none',
    returns: z.object({ google: z.boolean(), microsoft: z.boolean() }).meta({ id: 'SocialProviders' }),
    access: { socialClients: true },
  },
  () => {
    const names = configuredSocials();
    return { google: names.includes('google'), microsoft: names.includes('microsoft') };
  },
);
