import { EnvelopePage, ListQuery, listEnvelopes } from '../../lib/envelopes/list.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'getEnvelopes',
    tag: 'Envelopes',
    summary: 'List envelopes',
    description: 'Those that you sent or received, newest first, unless the parameters say otherwise.',
    route: 'GET /v2/envelopes',
    session: 'user',
    query: ListQuery,
    returns: EnvelopePage,
    access: { table: ['Query', 'BatchGetItem'] },
  },
  async ({ caller, query }) => listEnvelopes(caller, query),
);
