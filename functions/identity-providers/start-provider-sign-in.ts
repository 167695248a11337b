import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { browserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { ProviderRedirect, ProviderSignInStart } from '../../lib/people/identity-providers/provider-schema.ts';
import { startProviderSignIn } from '../../lib/people/identity-providers/sign-in.ts';

export const handler = operation(
  {
    id: 'startProviderSignIn',
    tag: 'Authentication',
    summary: 'Begin to sign in at an identity provider',
    description:
      'Answers the page of the provider, and gives the browser a cookie: what the provider sends back is taken in this browser alone, once, within ten minutes. ' +
      'The provider leads back to a page of the platform, which ends the sign-in (`POST /v2/users/authenticate/provider`). With the `code` of a sign-in that began at a SAML provider, it tells whose that is, and ' +
      'answers the page that goes on. Counted by network.',
    route: 'POST /v2/users/authenticate/provider/options',
    unrecorded: 'transient',
    session: 'none',
    body: ProviderSignInStart,
    returns: ProviderRedirect,
    produces: 'application/json',
    answersSecret: true,
    errors: [
      'provider_not_found',
      'provider_unreachable',
      'provider_refused',
      'provider_sign_in_over',
      'too_many_requests',
    ],
    access: {
      read: ['identityProvider', 'samlAnswer', 'identity', 'user'],
      write: ['providerSignIn', 'providerRequests'],
      providerKey: true,
      socialClients: true,
      tokens: false,
    },
    examples: { body: { provider: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f', email: 'ada@example.org' } },
  },
  async ({ body, headers, origin }) => {
    const { secret, cookie } = browserSecret(headers);
    const redirect = await startProviderSignIn(body, secret, origin);
    return new Answer('application/json', JSON.stringify(redirect), 200, { 'Set-Cookie': cookie });
  },
);
