import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { actOnBatch } from '../../lib/signing/batches/act-on-batch.ts';
import { Batch, BatchAct } from '../../lib/signing/batches/batch-schema.ts';

export const handler = operation(
  {
    id: 'actOnBatch',
    tag: 'Batches',
    summary: 'Check, send, pause, resume or cancel a batch',
    description: [
      '`check` tries every row by the rules for a single envelope, and stores nothing of it; `GET',
      '/v2/batches/{batch_id}/rows?state=bad` names what is wrong. `send` makes one envelope of each row, exactly one,',
      "whatever breaks off. Nine tenths of the organization's messages of a day are its: then it waits for the next day",
      '(`progress.held_until`). `pause` ends the sending; rows whose turn has come are still sent. `resume` goes on with',
      'those that are left. `cancel` ends it for good: rows that were not sent never are, and envelopes that nobody has',
      'opened are canceled. The platform itself pauses it if its member is out, or its template is gone or changed',
      '(`stopped_by`): what was checked is what is sent. The answer says the new `status`; the work follows.',
    ].join(' '),
    route: 'POST /v2/batches/{batch_id}/acts',
    event: 'batch:updated',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: idPath('batch_id'),
    body: BatchAct,
    returns: Batch,
    errors: ['batch_not_found', 'batch_not_now', 'batch_unchecked', 'batch_has_problems'],
    access: { change: ['batch'], write: ['job'] },
    examples: { body: { action: 'check' } },
  },
  ({ caller, path, body, origin }) => actOnBatch(caller, path.batch_id, body, origin),
);
