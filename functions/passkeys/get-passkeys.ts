import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { Passkey } from '../../lib/people/passkeys/passkey-schema.ts';
import { listPasskeys } from '../../lib/people/passkeys/passkey-store.ts';

export const handler = operation(
  {
    id: 'getPasskeys',
    tag: 'Users',
    summary: "List the caller's passkeys",
    description: 'The newest first.',
    route: 'GET /v2/users/passkeys',
    session: 'user',
    callableBy: 'login',
    despitePolicy: true,
    returns: z.array(Passkey),
    access: { read: ['passkey'] },
  },
  ({ caller }) => listPasskeys(caller),
);
