import * as z from 'zod';
import { orNothing } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACT_ERRORS, LIMITS, Recipient, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { actAsRecipient } from '../../lib/signing/sessions/act-as-recipient.ts';
import { decideDecline } from '../../lib/signing/sessions/decide-decline.ts';

export const handler = operation(
  {
    id: 'declineRecipient',
    tag: 'Recipients',
    summary: 'Decline to sign',
    description:
      'Ends the envelope for everybody. The sender is notified and can read the reason; the audit trail keeps it.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/decline',
    unrecorded: 'signer',
    session: 'signer',
    path: RecipientPath,
    body: z.object({ reason: orNothing(z.string().trim().max(LIMITS.message)) }),
    returns: Recipient,
    errors: ACT_ERRORS,
    access: { change: ['envelope'] },
    examples: { body: { reason: 'The rent is not what we agreed on.' } },
  },
  async ({ caller, path, body, origin }) =>
    actAsRecipient(caller, path, decideDecline(caller, body.reason || null, origin)),
);
