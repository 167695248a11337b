import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { demand } from '../../lib/people/access/caller.ts';
import { changeEnvelope } from '../../lib/signing/envelopes/acts/commit.ts';
import { presentEnvelope, viewerOf } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { Envelope, EnvelopeChange } from '../../lib/signing/envelopes/envelope-schema.ts';
import { decryptedFor } from '../../lib/signing/envelopes/reading/secrets.ts';
import { demandOwner } from '../../lib/signing/envelopes/rules/access.ts';
import { actorOf } from '../../lib/signing/envelopes/rules/actor.ts';
import { cutsRetention } from '../../lib/signing/envelopes/rules/retention.ts';
import { endsSooner, updateSettings } from '../../lib/signing/envelopes/rules/settings.ts';

export const handler = operation(
  {
    id: 'updateEnvelope',
    tag: 'Envelopes',
    summary: 'Change an envelope',
    description:
      'Its name, sender, reminders, expiry, visibility and own data, while it is open; name and sender until the ' +
      'first recipient has signed. Only its owner can. To keep a complete envelope for a shorter time, it must be ' +
      'sealed (otherwise {not_sealed}), and you need `retention_reason` (otherwise {retention_reason_missing}) and ' +
      'the permission `org:update`. At least two weeks must remain, and all parties get a mail at once. An earlier ' +
      'expiry needs the permission `envelope:cancel`.',
    route: 'PATCH /v2/envelopes/{envelope_id}',
    unrecorded: 'envelope',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: idPath('envelope_id'),
    body: EnvelopeChange,
    returns: Envelope,
    errors: [
      'envelope_not_found',
      'envelope_ended',
      'not_the_owner',
      'signed_already',
      'not_sealed',
      'retention_reason_missing',
      'too_many_requests',
    ],
    access: { change: ['envelope'], dataKey: true },
    examples: { body: { name: 'Lease, second version', visibility: 'shared' } },
  },
  async ({ caller, path, body, origin }) => {
    const state = await changeEnvelope(path.envelope_id, (current, at) => {
      demandOwner(caller, current.envelope);
      if (cutsRetention(current.envelope, body.retention_days)) demand(caller, 'org:update');
      if (endsSooner(current.envelope, body)) demand(caller, 'envelope:cancel');
      return updateSettings(current, body, actorOf(caller, origin), at);
    });
    return presentEnvelope(await decryptedFor(caller, state), viewerOf(caller, state.envelope));
  },
);
