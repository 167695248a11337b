import { operation } from '../../lib/http/operation.ts';
import { BatchPage, BatchQuery } from '../../lib/signing/batches/batch-schema.ts';
import { listBatches } from '../../lib/signing/batches/batch-store.ts';

export const handler = operation(
  {
    id: 'getBatches',
    tag: 'Batches',
    summary: 'List batches',
    description: 'Your own, the newest first. A batch is listed a moment after it was made.',
    route: 'GET /v2/batches',
    session: 'user',
    callableBy: 'envelopes:read',
    permissions: ['envelope:create'],
    query: BatchQuery,
    returns: BatchPage,
    access: { read: ['batch', 'batchesOfOrganization'] },
  },
  ({ caller, query }) => listBatches(caller, query),
);
