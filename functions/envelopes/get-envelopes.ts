import { operation } from '../../lib/http/operation.ts';
import { EnvelopePage, ListQuery, listEnvelopes } from '../../lib/signing/envelopes/list.ts';

export const handler = operation(
  {
    id: 'getEnvelopes',
    tag: 'Envelopes',
    summary: 'List envelopes',
    description: 'Those that you sent or received, newest first, unless the parameters say otherwise.',
    route: 'GET /v2/envelopes',
    session: 'user',
    callableBy: 'envelopes:read',
    query: ListQuery,
    returns: EnvelopePage,
    access: {
      table: ['Query', 'BatchGetItem'],
      indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5', 'gsi6', 'gsi7', 'gsi8'],
    },
  },
  async ({ caller, query }) => listEnvelopes(caller, query),
);
