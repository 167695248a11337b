import { operation } from '../../lib/operation/operation.ts';
import { AuthenticateResponse } from '../../lib/sessions/schema.ts';
import { Verification, verifyEmail } from '../../lib/users/verification.ts';

export const handler = operation(
  {
    id: 'verifyEmail',
    tag: 'Users',
    summary: 'Verify an e-mail address with the code that was mailed to it',
    description:
      'Signs the user in. A code is good for one use within three days; the latest six that were mailed all work until ' +
      'one is used.',
    route: 'POST /v2/users/verify',
    session: 'none',
    body: Verification,
    returns: AuthenticateResponse,
    answersSecret: true,
    errors: ['code_wrong', 'no_active_profile'],
    access: {
      table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi1'],
      keys: ['token'],
    },
    examples: { body: { email: 'ada@example.com', token: 'the code of the mail' } },
  },
  ({ body, origin }) => verifyEmail(body, origin),
);
