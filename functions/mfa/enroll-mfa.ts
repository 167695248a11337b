import { operation } from '../../lib/http/operation.ts';
import { startEnrollment } from '../../lib/people/mfa/enrollment.ts';
import { MfaEnrollment } from '../../lib/people/mfa/mfa-schema.ts';

export const handler = operation(
  {
    id: 'enrollMfa',
    tag: 'Users',
    summary: 'Begin to set up a second factor',
    description:
      'Makes a secret for an authenticator app (TOTP, RFC 6238). It takes effect when `POST ' +
      '/v2/users/mfa/enroll/verify` confirms it within 15 minutes; another call replaces it. The user must have ' +
      'signed in: API keys and applications are refused.',
    route: 'POST /v2/users/mfa/enroll',
    event: 'mfa:started',
    session: 'user',
    callableBy: 'login',
    despitePolicy: true,
    returns: MfaEnrollment,
    answersSecret: true,
    errors: ['mfa_on_already', 'wrong_session', 'second_factor_required'],
    access: { read: ['user', 'profilesOfUser', 'organization'], change: ['mfaEnrollment'] },
  },
  ({ caller }) => startEnrollment(caller),
);
