import { operation } from '../../lib/http/operation.ts';
import { actOnSeveral } from '../../lib/signing/envelopes/acts/several.ts';
import { ActOnSeveral, SeveralDone } from '../../lib/signing/envelopes/several-schema.ts';

export const handler = operation(
  {
    id: 'actOnEnvelopes',
    tag: 'Envelopes',
    summary: 'Remind or cancel several envelopes',
    description:
      'Only their owner can. `remind` sends a reminder to everybody whose turn it is, within the limits of `PATCH ' +
      '/v2/envelopes/{envelope_id}/recipients/{role_name}`. `cancel`: nobody can sign them any more. Each envelope ' +
      'is changed separately: the answer says for each that it is done, or which error a single request would ' +
      'answer. Sent again with the same Idempotency-Key, nothing is done twice.',
    route: 'POST /v2/envelopes/acts',
    unrecorded: 'envelope',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    body: ActOnSeveral,
    returns: SeveralDone,
    access: { change: ['envelope'] },
    examples: { body: { action: 'remind', envelope_ids: ['0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f'] } },
  },
  ({ caller, body, origin }) => actOnSeveral(caller, body, origin),
);
