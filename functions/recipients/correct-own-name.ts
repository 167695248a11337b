import * as z from 'zod';
import { legible, Name } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, Recipient, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { correctOwnName } from '../../lib/signing/sessions/correct-own-name.ts';

export const handler = operation(
  {
    id: 'correctOwnName',
    tag: 'Recipients',
    summary: 'Correct your own name',
    description:
      "Changes the recipient's name unless the sender has locked it (`name_locked`). A verification under the " +
      'previous name must be repeated. If the name is locked, the sender is asked by mail, and the answer has the ' +
      'recipient unchanged. The audit trail records both cases. At most ten questions an hour.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/name',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({
      first_name: Name,
      last_name: legible(z.string().trim().max(100)).default(''),
      question: z
        .string()
        .trim()
        .min(1, 'must not be empty')
        .max(2000)
        .nullish()
        .meta({ description: 'What the sender reads where the name is locked; by default an English sentence' }),
    }),
    returns: Recipient,
    errors: [...ACT_ERRORS, 'verified_already', 'too_many_requests'],
    access: { change: ['envelope', 'signerRequests'], write: ['outbox'] },
    examples: { body: { first_name: 'Grace', last_name: 'Hopper' } },
  },
  ({ caller, path, body, origin }) =>
    correctOwnName(caller, path, { ...body, question: body.question ?? null }, origin),
);
