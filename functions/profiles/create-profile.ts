import { operation } from '../../lib/http/operation.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';
import { SignUp, signUp } from '../../lib/people/users/sign-up.ts';

export const handler = operation(
  {
    id: 'createProfile',
    tag: 'Profiles',
    summary: 'Sign up: make a user and an organization that the user owns',
    description:
      'Answers tokens at once. Until the address is verified with the mailed code (`POST /v2/users/verify`), they are good ' +
      'for reading the own user and profiles only. The answer does not reveal if the address has an account: if it has, the ' +
      "tokens are for another account that can't be verified, and the address's owner is notified by mail." +
      ' What is not verified within 30 days is removed.',
    route: 'POST /v2/profiles',
    event: 'account:created',
    session: 'none',
    body: SignUp,
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: ['sign_up_closed'],
    access: {
      change: ['user', 'profile', 'organization'],
      write: ['session', 'network', 'signUp', 'outbox'],
      keys: ['user-token'],
      signUp: true,
    },
    examples: {
      body: {
        email: 'ada@example.com',
        password: 'correct horse battery staple',
        first_name: 'Ada',
        last_name: 'Lovelace',
        org_name: 'Analytical Engines',
        phone: '+44 20 7946 0000',
        timezone: 'Europe/London',
        locale: 'en-GB',
      },
    },
  },
  ({ body, origin }) => signUp(body, origin),
);
