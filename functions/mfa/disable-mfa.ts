import { disableMfa } from '../../lib/mfa/account.ts';
import { CodeBody } from '../../lib/mfa/schema.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Confirmation } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'disableMfa',
    tag: 'Users',
    summary: 'Switch the second factor off',
    description: 'Takes a code of the authenticator that was not used before, or a backup code.',
    route: 'DELETE /v2/users/mfa',
    session: 'user',
    body: CodeBody,
    returns: Confirmation,
    errors: ['mfa_off', 'mfa_code_wrong', 'wrong_session', 'too_many_requests'],
    access: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    examples: { body: { code: '123456' } },
  },
  async ({ caller, body }) => {
    await disableMfa(caller, body.code);
    return 'OK';
  },
);
