import { operation } from '../../lib/http/operation.ts';
import { Grant, tokensFor } from '../../lib/people/oauth/grants.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';

export const handler = operation(
  {
    id: 'authenticate',
    tag: 'Authentication',
    summary: 'Get tokens',
    description:
      'The OAuth 2.0 token endpoint (RFC 6749), for JSON and form bodies. A client sends its id and secret in the ' +
      'body or by HTTP Basic. A refresh token can be used once. A second use ends the session at once, so a client ' +
      'must not refresh twice at the same time. Wrong passwords are counted by address: after five each try must ' +
      'wait longer than the one before, after ten the address is locked for 15 minutes. Attempts from devices and ' +
      'networks on which the user has signed in before are counted separately, so that nobody else can lock the ' +
      'user out. For this, answers to a password or a second factor carry `X-Device-Token` (and a cookie for the ' +
      'pages of the platform). Clients keep it and send it as a header of the same name the next time. It signs ' +
      'nobody in, and a change of the password ends it. A user with a second factor gets {mfa_required} for the ' +
      'right password, with an `mfa_token` in the body. Within five minutes, this token and a code complete the ' +
      'sign-in, by one of the two `urn:…` grants. An application has the scopes that the user has allowed. Users ' +
      'and API keys are limited by their permissions only. `scope` limits any of them further: at the sign-in ' +
      '(with a second factor: at the second step) for the whole session, at a refresh for that access token. ' +
      'Operations that no scope names are closed to a narrowed token.',
    route: 'POST /v2/oauth2/token',
    event: 'session:started',
    session: 'none',
    body: Grant,
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: [
      'wrong_password',
      'mfa_required',
      'mfa_token_invalid',
      'second_factor_wrong',
      'no_active_profile',
      'provider_required',
      'passkey_required',
      'network_refused',
      'session_over',
      'invalid_client',
      'invalid_grant',
      'invalid_scope',
      'refresh_token_invalid',
      'too_many_requests',
    ],
    access: {
      read: ['consentEnd', 'emailAddress', 'signUp', 'challenge', 'profilesOfUser', 'organization', 'profile', 'group'],
      change: [
        'user',
        'session',
        'network',
        'knownAttempts',
        'authorizationCode',
        'signInAttempts',
        'apiKey',
        'oauthApp',
      ],
      write: ['outbox'],
      remove: ['session', 'knownAttempts', 'challenge'],
      bulk: ['session', 'network', 'knownAttempts', 'challenge', 'signInAttempts'],
      keys: ['user-token'],
    },
    examples: {
      body: { grant_type: 'password', username: 'ada@example.com', password: 'correct horse battery staple' },
    },
  },
  ({ body, headers, origin }) => tokensFor(body, headers, origin),
);
