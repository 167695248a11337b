import * as z from 'zod';
import { Email, orNothing } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { resendVerification } from '../../lib/people/users/verification.ts';

export const handler = operation(
  {
    id: 'resendVerification',
    tag: 'Users',
    summary: 'Have the verification mail sent again',
    description:
      "To the address in the body, or else to that of the access token's user. The answer does not reveal whether " +
      'the address has an account, or has been verified already; nothing is sent then. Repeated requests send ' +
      'mails less and less often: the link of the last mail works until the next one.',
    route: 'POST /v2/users/resend-verification',
    unrecorded: 'mail',
    session: 'none',
    body: z.object({ email: orNothing(Email) }),
    returns: z.object({ result: z.literal('done') }),
    errors: ['unauthorized', 'token_expired'],
    access: { write: ['outbox'], session: true },
    examples: { body: { email: 'ada@example.com' } },
  },
  async ({ body, headers, origin }) => {
    await resendVerification(body.email, headers, origin);
    return { result: 'done' };
  },
);
