import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { Batch, BatchChange } from '../../lib/signing/batches/batch-schema.ts';
import { changeBatch } from '../../lib/signing/batches/change-batch.ts';

export const handler = operation(
  {
    id: 'updateBatch',
    tag: 'Batches',
    summary: 'Change the use of columns, or settings of a batch',
    description:
      'Until it is sent. `mapping` has an entry for each column. After a change of `mapping` or `settings` the batch has to ' +
      'be checked again.',
    route: 'PATCH /v2/batches/{batch_id}',
    event: 'batch:updated',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: idPath('batch_id'),
    body: BatchChange,
    returns: Batch,
    errors: ['batch_not_found', 'batch_not_now', 'template_not_found'],
    access: { read: ['template'], change: ['batch'] },
    examples: {
      body: {
        mapping: [
          { kind: 'recipient', role_name: 'Tenant', member: 'full_name' },
          { kind: 'recipient', role_name: 'Tenant', member: 'email' },
        ],
      },
    },
  },
  ({ caller, path, body }) => changeBatch(caller, path.batch_id, body),
);
