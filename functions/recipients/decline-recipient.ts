import { operation } from '../../lib/http/operation.ts';
import { Recipient, RecipientPath } from '../../lib/signing/envelopes/schema.ts';
import { declineEnvelope } from '../../lib/signing/sessions/acts.ts';

export const handler = operation(
  {
    id: 'declineRecipient',
    tag: 'Recipients',
    summary: 'Decline to sign',
    description: 'Ends the envelope for everybody; the sender is told.',
    route: 'POST /v2/envelopes/{envelope_id}/recipients/{role_name}/decline',
    session: 'signer',
    path: RecipientPath,
    returns: Recipient,
    errors: ['envelope_not_found', 'recipient_not_found', 'envelope_ended', 'not_your_turn', 'recipient_not_acting'],
    access: { change: ['envelope'] },
  },
  async ({ caller, path, origin }) => declineEnvelope(caller, path, origin),
);
