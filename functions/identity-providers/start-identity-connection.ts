import { Answer } from '../../lib/http/answer.ts';
import { operation } from '../../lib/http/operation.ts';
import { browserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { startConnecting } from '../../lib/people/identity-providers/connect.ts';
import { IdentityConnectionStart, ProviderRedirect } from '../../lib/people/identity-providers/provider-schema.ts';

export const handler = operation(
  {
    id: 'startIdentityConnection',
    tag: 'Users',
    summary: 'Begin to connect the account with Google or Microsoft',
    description:
      "Answers the provider's page. The owner of the account confirms the request with the `password`, or with a `code` if there is a second factor. " +
      'The page that the provider leads back to ends it (`POST /v2/users/identities`), within ten minutes, in the same browser and session.',
    route: 'POST /v2/users/identities/options',
    unrecorded: 'transient',
    session: 'user',
    callableBy: 'login',
    body: IdentityConnectionStart,
    returns: ProviderRedirect,
    produces: 'application/json',
    answersSecret: true,
    errors: [
      'provider_not_found',
      'provider_unreachable',
      'provider_refused',
      'provider_session',
      'old_password_wrong',
      'mfa_code_wrong',
      'wrong_session',
      'too_many_requests',
    ],
    access: {
      change: ['user', 'passwordChangeAttempts', 'mfaChangeAttempts'],
      write: ['providerSignIn'],
      remove: ['passwordChangeAttempts', 'mfaChangeAttempts'],
      providerKey: true,
      socialClients: true,
    },
    examples: { body: { provider: 'google', password: 'correct horse battery staple' } },
  },
  async ({ caller, body, headers }) => {
    const { secret, cookie } = browserSecret(headers);
    const redirect = await startConnecting(caller, body, secret);
    return new Answer('application/json', JSON.stringify(redirect), 200, { 'Set-Cookie': cookie });
  },
);
