import { operation } from '../../lib/http/operation.ts';
import { confirmEnrollment } from '../../lib/people/mfa/enrollment.ts';
import { BackupCodes, CodeBody } from '../../lib/people/mfa/mfa-schema.ts';

export const handler = operation(
  {
    id: 'verifyMfaEnrollment',
    tag: 'Users',
    summary: 'Switch the second factor on',
    description:
      "Takes the authenticator's current code, which can be used once: a sign-in needs the next one. Answers ten " +
      'backup codes, which are shown only now. The third wrong code ends the enrollment. Existing sessions ' +
      'continue.',
    route: 'POST /v2/users/mfa/enroll/verify',
    event: 'mfa:enabled',
    session: 'user',
    callableBy: 'login',
    despitePolicy: true,
    body: CodeBody,
    returns: BackupCodes,
    answersSecret: true,
    errors: ['mfa_on_already', 'mfa_enrollment_missing', 'mfa_code_wrong', 'wrong_session'],
    access: {
      change: ['user', 'mfaEnrollment'],
      write: ['outbox', 'session'],
      remove: ['mfaEnrollment', 'mfaChangeAttempts'],
    },
    examples: { body: { code: '123456' } },
  },
  ({ caller, body }) => confirmEnrollment(caller, body.code),
);
