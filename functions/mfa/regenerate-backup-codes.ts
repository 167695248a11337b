import { operation } from '../../lib/http/operation.ts';
import { replaceBackupCodes } from '../../lib/people/mfa/account.ts';
import { BackupCodes, CodeBody } from '../../lib/people/mfa/mfa-schema.ts';

export const handler = operation(
  {
    id: 'regenerateBackupCodes',
    tag: 'Users',
    summary: "Replace the caller's backup codes",
    description: 'Takes an unused code of the authenticator. The old backup codes stop working at once.',
    route: 'POST /v2/users/mfa/backup-codes',
    event: 'mfa:codes_renewed',
    session: 'user',
    callableBy: 'login',
    body: CodeBody,
    returns: BackupCodes,
    answersSecret: true,
    errors: ['mfa_off', 'mfa_code_wrong', 'wrong_session', 'too_many_requests'],
    access: {
      read: ['mfaEnrollment'],
      change: ['user', 'mfaChangeAttempts'],
      write: ['outbox'],
      remove: ['mfaChangeAttempts'],
    },
    examples: { body: { code: '123456' } },
  },
  ({ caller, body }) => replaceBackupCodes(caller, body.code),
);
