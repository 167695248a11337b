import { readMfaStatus } from '../../lib/mfa/account.ts';
import { MfaStatus } from '../../lib/mfa/schema.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'getMfaStatus',
    tag: 'Users',
    summary: "Get the state of the caller's second factor",
    route: 'GET /v2/users/mfa',
    session: 'user',
    callableBy: 'login',
    returns: MfaStatus,
    access: { table: ['GetItem'] },
  },
  ({ caller }) => readMfaStatus(caller),
);
