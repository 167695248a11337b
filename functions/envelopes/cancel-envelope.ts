import * as z from 'zod';
import { demandOwner } from '../../lib/envelopes/access.ts';
import { actorOf } from '../../lib/envelopes/actor.ts';
import { changeEnvelope } from '../../lib/envelopes/commit.ts';
import { end, isOpen } from '../../lib/envelopes/lifecycle.ts';
import { presentEnvelope, viewerOf } from '../../lib/envelopes/present.ts';
import { Envelope } from '../../lib/envelopes/schema.ts';
import { openedFor } from '../../lib/envelopes/secrets.ts';
import { fail } from '../../lib/operation/errors.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Id } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'cancelEnvelope',
    tag: 'Envelopes',
    summary: 'Cancel an envelope',
    description: 'Nobody can sign it any more; those who were invited are told. Only its owner can.',
    route: 'PUT /v2/envelopes/{envelope_id}',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:cancel'],
    path: z.strictObject({ envelope_id: Id }),
    body: z.object({ action: z.literal('cancel') }),
    returns: Envelope,
    errors: ['envelope_not_found', 'envelope_ended', 'not_the_owner'],
    access: { table: ['Query', 'PutItem', 'UpdateItem'], dataKey: true },
    examples: { body: { action: 'cancel' } },
  },
  async ({ caller, path, origin }) => {
    const state = await changeEnvelope(path.envelope_id, (current, at) => {
      demandOwner(caller, current.envelope);
      if (!isOpen(current.envelope)) fail('envelope_ended', { status: current.envelope.status });
      return end(current, 'envelope:canceled', actorOf(caller, origin), at);
    });
    return presentEnvelope(await openedFor(caller, state), viewerOf(caller, state.envelope));
  },
);
