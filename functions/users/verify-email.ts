import { operation } from '../../lib/http/operation.ts';
import { AuthenticateResponse } from '../../lib/people/sessions/login-session-schema.ts';
import { Verification, verifyEmail } from '../../lib/people/users/verification.ts';

export const handler = operation(
  {
    id: 'verifyEmail',
    tag: 'Users',
    summary: 'Verify an e-mail address with the code that was mailed to it',
    description:
      'Signs the user in, and makes the address theirs: until then it belongs to nobody. The mail carries six digits, good for an ' +
      'hour and few guesses, and a link, good for three days whatever was guessed; all of the latest mails work until one is ' +
      'used. The digits are looked for among those of the user whose access token stands in `Authorization`, or else of the ' +
      'latest sign-up with the address.',
    route: 'POST /v2/users/verify',
    event: 'account:verified',
    session: 'none',
    body: Verification,
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: ['code_wrong', 'no_active_profile'],
    access: {
      read: ['signUp', 'profilesOfUser'],
      change: ['user', 'network', 'mailedCode', 'emailAddress', 'profile', 'organization'],
      write: ['session'],
      remove: ['mailedCode'],
      session: true,
      keys: ['user-token'],
    },
    examples: { body: { email: 'ada@example.com', token: '123456' } },
  },
  ({ body, headers, origin }) => verifyEmail(body, headers, origin),
);
