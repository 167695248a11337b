import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { PasswordReset, resetPassword } from '../../lib/people/users/password-reset.ts';

export const handler = operation(
  {
    id: 'resetPassword',
    tag: 'Users',
    summary: 'Reset a forgotten password',
    description:
      'First with `email` alone: a code of eight digits and a link are mailed, good for an hour. Then with ' +
      '`email`, `code` (the digits, or the `code` of the link) and `new_password`, which ends all sessions and ' +
      'lifts every lock. The answers are the same whether or not the address has an account. Each code of eight ' +
      'digits allows ten guesses from the devices and networks of the account, and ten from elsewhere; the link ' +
      'works whatever was guessed. Repeated requests send mails less and less often: the last mail works until the ' +
      'next one. Answers a new `X-Device-Token`.',
    route: 'POST /v2/users/reset-password',
    event: 'password:reset',
    session: 'none',
    body: PasswordReset,
    returns: z.object({ success: z.literal(true), status: z.literal('OK') }).meta({ id: 'PasswordReset' }),
    errors: ['code_wrong', 'provider_required', 'passkey_required'],
    access: {
      read: ['signUp', 'profilesOfUser'],
      change: ['user', 'mailedCode', 'emailAddress', 'profile', 'organization'],
      write: ['network', 'outbox'],
      remove: ['session', 'mailedCode', 'askedMails', 'signInAttempts'],
      bulk: ['session', 'knownAttempts'],
    },
    examples: { body: { email: 'ada@example.com' } },
  },
  async ({ body, origin }) => {
    await resetPassword(body, origin);
    return { success: true, status: 'OK' };
  },
);
