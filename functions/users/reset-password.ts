import * as z from 'zod';
import { operation } from '../../lib/operation/operation.ts';
import { PasswordReset, resetPassword } from '../../lib/users/password-reset.ts';

export const handler = operation(
  {
    id: 'resetPassword',
    tag: 'Users',
    summary: 'Reset a forgotten password',
    description:
      'First with `email` alone: a code of eight digits is mailed, good for an hour. Then with `email`, `code` and ' +
      '`new_password`, which ends all sessions. The answers are the same whether or not the address has an account; attempts ' +
      'at codes are counted, slowed down and locked.',
    route: 'POST /v2/users/reset-password',
    session: 'none',
    body: PasswordReset,
    returns: z.object({ success: z.literal(true), status: z.literal('OK') }).meta({ id: 'PasswordReset' }),
    errors: ['code_wrong', 'too_many_requests'],
    access: {
      table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    },
    examples: { body: { email: 'ada@example.com' }, returns: { success: true, status: 'OK' } },
  },
  async ({ body }) => {
    await resetPassword(body);
    return { success: true, status: 'OK' };
  },
);
