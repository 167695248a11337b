import * as z from 'zod';
import { visibleEnvelope } from '../../lib/envelopes/access.ts';
import { presentEnvelope, viewerOf } from '../../lib/envelopes/present.ts';
import { Envelope } from '../../lib/envelopes/schema.ts';
import { openedFor } from '../../lib/envelopes/secrets.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Id } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'getEnvelope',
    tag: 'Envelopes',
    summary: 'Get an envelope',
    description: 'For its owner, its recipients, and members of the organization as visibility and permissions allow.',
    route: 'GET /v2/envelopes/{envelope_id}',
    session: 'both',
    callableBy: 'envelopes:read',
    path: z.strictObject({ envelope_id: Id }),
    returns: Envelope,
    errors: ['envelope_not_found'],
    access: { table: ['Query'], dataKey: true },
  },
  async ({ caller, path }) => {
    const state = await visibleEnvelope(caller, path.envelope_id);
    return presentEnvelope(await openedFor(caller, state), viewerOf(caller, state.envelope));
  },
);
