import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { disableMfa } from '../../lib/people/mfa/account.ts';
import { CodeBody } from '../../lib/people/mfa/mfa-schema.ts';

export const handler = operation(
  {
    id: 'disableMfa',
    tag: 'Users',
    summary: 'Switch the second factor off',
    description: 'Takes an unused code of the authenticator, or a backup code.',
    route: 'DELETE /v2/users/mfa',
    event: 'mfa:disabled',
    session: 'user',
    callableBy: 'login',
    body: CodeBody,
    returns: z.object({ status: z.literal('OK'), message: z.string() }),
    errors: ['mfa_off', 'mfa_code_wrong', 'wrong_session', 'too_many_requests'],
    access: {
      read: ['mfaEnrollment'],
      change: ['user', 'mfaChangeAttempts'],
      write: ['outbox'],
      remove: ['mfaChangeAttempts'],
    },
    examples: { body: { code: '123456' } },
  },
  async ({ caller, body }) => {
    await disableMfa(caller, body.code);
    return { status: 'OK' as const, message: 'Your second factor is off.' };
  },
);
