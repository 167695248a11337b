import * as z from 'zod';
import { operation } from '../../lib/operation/operation.ts';
import { changePassword, PasswordChange } from '../../lib/users/password-change.ts';

export const handler = operation(
  {
    id: 'changePassword',
    tag: 'Users',
    summary: "Change the caller's password",
    description:
      'Ends all of the sessions but the one that asks. A wrong old password counts as an attempt at signing in.',
    route: 'POST /v2/users/change-password',
    session: 'user',
    body: PasswordChange,
    returns: z.object({ status: z.literal('OK'), message: z.string() }).meta({ id: 'PasswordChanged' }),
    errors: ['old_password_wrong', 'too_many_requests'],
    access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'] },
    examples: {
      body: { old_password: 'correct horse battery staple', new_password: 'a different horse, a different staple' },
      returns: { status: 'OK', message: 'Your password has been changed.' },
    },
  },
  async ({ caller, body }) => {
    await changePassword(caller, body);
    return { status: 'OK', message: 'Your password has been changed.' };
  },
);
