import * as z from 'zod';
import { operation } from '../../lib/operation/operation.ts';
import { Email, orNothing } from '../../lib/schema.ts';
import { addressToVerify, resendVerification } from '../../lib/users/verification.ts';

export const handler = operation(
  {
    id: 'resendVerification',
    tag: 'Users',
    summary: 'Have the verification mail sent again',
    description:
      "To the address in the body, or else to that of the access token's user. The answer does not tell whether the address " +
      'has an account, or has been verified already; nothing is sent then.',
    route: 'POST /v2/users/resend-verification',
    session: 'none',
    body: z.object({ email: orNothing(Email) }),
    returns: z.object({ result: z.literal('done') }),
    errors: ['unauthorized', 'token_expired', 'too_many_requests'],
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
    examples: { body: { email: 'ada@example.com' }, returns: { result: 'done' } },
  },
  async ({ body, headers }) => {
    await resendVerification(await addressToVerify(body.email, headers));
    return { result: 'done' };
  },
);
