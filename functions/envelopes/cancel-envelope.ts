import * as z from 'zod';
import { idPath } from '../../lib/base/common-schema.ts';
import { fail } from '../../lib/base/errors.ts';
import { operation } from '../../lib/http/operation.ts';
import { changeEnvelope } from '../../lib/signing/envelopes/acts/commit.ts';
import { presentEnvelope, viewerOf } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { Envelope } from '../../lib/signing/envelopes/envelope-schema.ts';
import { decryptedFor } from '../../lib/signing/envelopes/reading/secrets.ts';
import { demandOwner } from '../../lib/signing/envelopes/rules/access.ts';
import { actorOf } from '../../lib/signing/envelopes/rules/actor.ts';
import { end, isOpen } from '../../lib/signing/envelopes/rules/lifecycle.ts';
import { requestSeal } from '../../lib/signing/envelopes/rules/seal-failure.ts';

export const handler = operation(
  {
    id: 'cancelEnvelope',
    tag: 'Envelopes',
    summary: 'Cancel an envelope, or seal it now',
    description: [
      'Only its owner can. `cancel`: nobody can sign it any more, and those who were invited are notified. `seal`: tries',
      'the sealing of a complete envelope again, whose `seal_error` says why it failed.',
    ].join(' '),
    route: 'PUT /v2/envelopes/{envelope_id}',
    unrecorded: 'envelope',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:cancel'],
    path: idPath('envelope_id'),
    body: z.object({ action: z.enum(['cancel', 'seal']) }),
    returns: Envelope,
    errors: ['envelope_not_found', 'envelope_ended', 'not_the_owner', 'sealed_already', 'not_complete'],
    access: { change: ['envelope'], dataKey: true },
    examples: { body: { action: 'cancel' } },
  },
  async ({ caller, path, body, origin }) => {
    const state = await changeEnvelope(path.envelope_id, (current, at) => {
      demandOwner(caller, current.envelope);
      if (body.action === 'seal') return requestSeal(current, actorOf(caller, origin), at);
      if (!isOpen(current.envelope)) fail('envelope_ended', { status: current.envelope.status });
      return end(current, 'envelope:canceled', actorOf(caller, origin), at);
    });
    return presentEnvelope(await decryptedFor(caller, state), viewerOf(caller, state.envelope));
  },
);
