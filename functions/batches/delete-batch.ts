import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteBatch } from '../../lib/signing/batches/change-batch.ts';

export const handler = operation(
  {
    id: 'deleteBatch',
    tag: 'Batches',
    summary: 'Delete a batch',
    description: 'Its rows are deleted; its envelopes stay. One that is running or paused has to be canceled first.',
    route: 'DELETE /v2/batches/{batch_id}',
    event: 'batch:deleted',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: idPath('batch_id'),
    returns: Confirmation,
    errors: ['batch_not_found', 'batch_not_now'],
    access: { read: ['batch'], write: ['organizationCounts', 'job'], remove: ['batch'] },
  },
  ({ caller, path }) => deleteBatch(caller, path.batch_id).then(() => 'OK'),
);
