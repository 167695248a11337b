import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { changePassword, PasswordChange } from '../../lib/people/users/password-change.ts';

export const handler = operation(
  {
    id: 'changePassword',
    tag: 'Users',
    summary: "Change the caller's password",
    description:
      'Ends all of the sessions but the one that asks. Wrong old passwords are counted, apart from attempts at ' +
      'signing in. Answers a new `X-Device-Token`: earlier ones no longer work.',
    route: 'POST /v2/users/change-password',
    event: 'password:changed',
    session: 'user',
    callableBy: 'login',
    body: PasswordChange,
    returns: z.object({ status: z.literal('OK'), message: z.string() }).meta({ id: 'PasswordChanged' }),
    errors: ['old_password_wrong', 'too_many_requests'],
    access: {
      change: ['user', 'passwordChangeAttempts'],
      write: ['session', 'outbox'],
      remove: ['session', 'passwordChangeAttempts'],
      bulk: ['session'],
    },
    examples: {
      body: { old_password: 'correct horse battery staple', new_password: 'a different horse, a different staple' },
    },
  },
  async ({ caller, body, origin }) => {
    await changePassword(caller, body, origin);
    return { status: 'OK', message: 'Your password has been changed.' };
  },
);
