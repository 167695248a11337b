import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, LIMITS, Recipient, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { actAsRecipient } from '../../lib/signing/sessions/act-as-recipient.ts';
import { decideSendBack } from '../../lib/signing/sessions/decide-send-back.ts';

export const handler = operation(
  {
    id: 'sendBackRecipient',
    tag: 'Recipients',
    summary: 'Send back with a comment',
    description: [
      'For a recipient with `may_send_back`: asks recipients of earlier steps, who have submitted, to act again. They, and all who signed after the first',
      'of them, find their values filled in, read the comment (`sent_back`), and sign anew: signatures, initials and verifications of before count no',
      'longer. Then it goes on as after any submit, and comes to this recipient again. At most 10 times an envelope. The audit trail keeps all of it.',
    ].join(' '),
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/send-back',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({
      back_to: z
        .array(z.string().max(200))
        .min(1)
        .max(LIMITS.recipients)
        .meta({ description: 'Roles of recipients of earlier steps who have submitted' }),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(LIMITS.message)
        .meta({ description: 'The comment, for those who are asked again' }),
    }),
    returns: Recipient,
    errors: [
      ...ACT_ERRORS,
      'not_agreed',
      'verification_needed',
      'not_a_reviewer',
      'sent_back_too_often',
      'recipient_reported',
    ],
    access: { change: ['envelope'] },
    examples: { body: { back_to: ['Tenant'], reason: 'The rent is that of last year.' } },
  },
  async ({ caller, path, body, origin }) => actAsRecipient(caller, path, decideSendBack(caller, body, origin)),
);
