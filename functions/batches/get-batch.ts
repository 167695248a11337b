import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Batch } from '../../lib/signing/batches/batch-schema.ts';
import { readBatch } from '../../lib/signing/batches/batch-store.ts';

export const handler = operation(
  {
    id: 'getBatch',
    tag: 'Batches',
    summary: 'Get a batch, and how far it is',
    description: 'Its counts are at most a piece of work (25 rows of each of its jobs) behind.',
    route: 'GET /v2/batches/{batch_id}',
    session: 'user',
    callableBy: 'envelopes:read',
    permissions: ['envelope:create'],
    path: idPath('batch_id'),
    returns: Batch,
    errors: ['batch_not_found'],
    access: { read: ['batch'] },
  },
  ({ caller, path }) => readBatch(caller, path.batch_id),
);
