import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { listRows } from '../../lib/signing/batches/batch-rows.ts';
import { BatchRowPage, BatchRowQuery } from '../../lib/signing/batches/batch-schema.ts';

export const handler = operation(
  {
    id: 'getBatchRows',
    tag: 'Batches',
    summary: 'List the rows of a batch',
    description: 'In the order of the file, with their states, values and problems; `state` leaves out all others.',
    route: 'GET /v2/batches/{batch_id}/rows',
    session: 'user',
    callableBy: 'envelopes:read',
    permissions: ['envelope:create'],
    path: idPath('batch_id'),
    query: BatchRowQuery,
    returns: BatchRowPage,
    errors: ['batch_not_found'],
    access: { read: ['batch'], files: { get: ['batch'] } },
  },
  ({ caller, path, query }) => listRows(caller, path.batch_id, query),
);
