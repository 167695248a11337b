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
      'recipient unchanged. The audit trail records both cases. At most ten questions an hour. In a group with a shared ' +
      'mailbox (`shared`), whoever says the own name has the envelope, and alone may act, until it is signed, given back or ' +
      'taken over: each of these starts it anew.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/name',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({
      first_name: Name.optional().meta({ description: 'Required, but with `give_back`' }),
      last_name: legible(z.string().trim().max(100)).default(''),
      question: z
        .string()
        .trim()
        .min(1, 'must not be empty')
        .max(2000)
        .nullish()
        .meta({ description: 'What the sender reads where the name is locked; by default an English sentence' }),
      take_over: z.boolean().nullish().meta({ description: 'In a group: takes it also where somebody else has it' }),
      give_back: z.boolean().nullish().meta({ description: 'In a group: gives it back, for whoever comes next' }),
    }),
    returns: Recipient,
    errors: [...ACT_ERRORS, 'verified_already', 'too_many_requests'],
    access: { change: ['envelope', 'signerRequests'], write: ['outbox'] },
    examples: { body: { first_name: 'Grace', last_name: 'Hopper' } },
  },
  ({ caller, path, body, origin }) =>
    correctOwnName(
      caller,
      path,
      { ...body, first_name: body.first_name ?? '', question: body.question ?? null },
      origin,
    ),
);
