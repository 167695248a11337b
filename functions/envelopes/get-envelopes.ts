import { operation } from '../../lib/http/operation.ts';
import { EnvelopePage, ListQuery } from '../../lib/signing/envelopes/envelope-list-schema.ts';
import { listEnvelopes } from '../../lib/signing/envelopes/reading/list-envelopes.ts';

export const handler = operation(
  {
    id: 'getEnvelopes',
    tag: 'Envelopes',
    summary: 'List envelopes',
    description: 'Lists envelopes that you sent or received, the newest first. The parameters select and order others.',
    route: 'GET /v2/envelopes',
    session: 'user',
    callableBy: 'envelopes:read',
    query: ListQuery,
    returns: EnvelopePage,
    access: { read: ['envelope', 'envelopeList', 'envelopeOrders', 'envelopeCounts', 'envelopeSearch'] },
  },
  async ({ caller, query }) => listEnvelopes(caller, query),
);
