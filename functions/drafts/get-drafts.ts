import { operation } from '../../lib/http/operation.ts';
import { DraftPage, DraftQuery } from '../../lib/signing/drafts/draft-schema.ts';
import { listDrafts } from '../../lib/signing/drafts/list-drafts.ts';

export const handler = operation(
  {
    id: 'getDrafts',
    tag: 'Drafts',
    summary: 'List drafts',
    description: 'Your own and those that members of your organization share, the latest change first.',
    route: 'GET /v2/drafts',
    session: 'user',
    callableBy: 'envelopes:read',
    permissions: ['envelope:create'],
    query: DraftQuery,
    returns: DraftPage,
    access: { read: ['templateList', 'templateOrders', 'templateCounts', 'templateSearch'] },
  },
  async ({ caller, query }) => listDrafts(caller, query),
);
