import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { presentEnvelope, viewerOf } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { Envelope } from '../../lib/signing/envelopes/envelope-schema.ts';
import { decryptedFor } from '../../lib/signing/envelopes/reading/secrets.ts';
import { visibleEnvelope } from '../../lib/signing/envelopes/reading/visible.ts';

export const handler = operation(
  {
    id: 'getEnvelope',
    tag: 'Envelopes',
    summary: 'Get an envelope',
    description: 'For its owner, its recipients, and members of the organization as visibility and permissions allow.',
    route: 'GET /v2/envelopes/{envelope_id}',
    session: 'both',
    callableBy: 'envelopes:read',
    path: idPath('envelope_id'),
    returns: Envelope,
    errors: ['envelope_not_found'],
    access: { read: ['envelope'], dataKey: true },
  },
  async ({ caller, path }) => {
    const state = await visibleEnvelope(caller, path.envelope_id);
    return presentEnvelope(await decryptedFor(caller, state), viewerOf(caller, state.envelope));
  },
);
