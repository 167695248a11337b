import { operation } from '../../lib/http/operation.ts';
import { readMfaStatus } from '../../lib/people/mfa/account.ts';
import { MfaStatus } from '../../lib/people/mfa/mfa-schema.ts';

export const handler = operation(
  {
    id: 'getMfaStatus',
    tag: 'Users',
    summary: "Get the state of the caller's second factor",
    route: 'GET /v2/users/mfa',
    session: 'user',
    callableBy: 'login',
    despitePolicy: true,
    returns: MfaStatus,
    access: { read: ['user'] },
  },
  ({ caller }) => readMfaStatus(caller),
);
