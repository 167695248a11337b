import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { presentedBrowserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { connectIdentity } from '../../lib/people/identity-providers/connect.ts';
import { IdentityConnection } from '../../lib/people/identity-providers/provider-schema.ts';

export const handler = operation(
  {
    id: 'connectIdentity',
    tag: 'Users',
    summary: 'Connect the account with a person at Google or Microsoft',
    description:
      'Takes the query with which the provider has sent the browser back. From then on this person there signs in to the account, known by issuer and subject alone. ' +
      'The user gets a mail. An account has one person at each provider, and a person one account: {identity_in_use}.',
    route: 'POST /v2/users/identities',
    event: 'identity:connected',
    session: 'user',
    callableBy: 'login',
    body: IdentityConnection,
    returns: Confirmation,
    errors: [
      'provider_sign_in_over',
      'provider_not_found',
      'provider_unreachable',
      'provider_refused',
      'provider_session',
      'identity_in_use',
      'wrong_session',
    ],
    access: {
      change: ['user', 'socialIdentity'],
      write: ['outbox'],
      remove: ['providerSignIn'],
      providerKey: true,
      socialClients: true,
    },
    examples: {
      body: {
        provider: 'google',
        state: 'connect.K5b0tFz9YvX1c3mQm0n2rP8sL4uW6aD7eG9hJ1kM3oQ',
        code: 'the code of the provider',
        iss: 'https://accounts.google.com',
      },
    },
  },
  async ({ caller, body, headers }) => {
    await connectIdentity(caller, body, presentedBrowserSecret(headers));
    return 'OK';
  },
);
