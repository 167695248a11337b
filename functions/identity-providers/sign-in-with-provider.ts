import { operation } from '../../lib/http/operation.ts';
import { presentedBrowserSecret } from '../../lib/people/identity-providers/browser-secret.ts';
import { ProviderSignIn } from '../../lib/people/identity-providers/provider-schema.ts';
import { signInWithProvider } from '../../lib/people/identity-providers/sign-in.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';

export const handler = operation(
  {
    id: 'signInWithProvider',
    tag: 'Authentication',
    summary: 'Sign in with an identity provider',
    description:
      'Takes the query with which the provider has sent the browser back, and answers tokens like `POST /v2/oauth2/token`; the session acts in that ' +
      'organization alone. A person is known by issuer and subject. Whoever comes for the first time becomes a member, or is linked to the account of ' +
      'the address, if the organization has proven its domain; {sign_in_waits} if an administrator has to agree first. An address that a member with ' +
      'another identity has is never taken over: {identity_taken}. A second factor of the account is asked for, unless the organization trusts the one of its provider. ' +
      'At Google and Microsoft only a person signs in whom the owner of an account has connected with it; addresses are not compared: {identity_unknown}.',
    route: 'POST /v2/users/authenticate/provider',
    event: 'session:started',
    session: 'none',
    body: ProviderSignIn,
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: [
      'provider_sign_in_over',
      'provider_not_found',
      'provider_unreachable',
      'provider_refused',
      'identity_taken',
      'identity_unknown',
      'provider_required',
      'passkey_required',
      'network_refused',
      'sign_in_waits',
      'no_active_profile',
      'mfa_required',
      'organization_full',
    ],
    access: {
      read: ['identityProvider', 'socialIdentity', 'organization', 'profilesOfUser', 'group', 'invitation'],
      change: ['identity', 'user', 'profile', 'emailAddress', 'samlAnswer'],
      write: ['membership', 'challenge', 'outbox'],
      remove: ['providerSignIn', 'invitation', 'membership'],
      bulk: ['session', 'providerSession', 'challenge'],
      keys: ['user-token'],
      providerKey: true,
      socialClients: true,
    },
    examples: {
      body: {
        provider: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f',
        state: 'K5b0tFz9YvX1c3mQm0n2rP8sL4uW6aD7eG9hJ1kM3oQ',
        code: 'the code of the provider',
        iss: 'https://login.example.com',
      },
    },
  },
  ({ body, headers, origin }) => signInWithProvider(body, presentedBrowserSecret(headers), origin),
);
