import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { batchCsv } from '../../lib/signing/batches/batch-csv.ts';
import { BatchCsv } from '../../lib/signing/batches/batch-schema.ts';

export const handler = operation(
  {
    id: 'getBatchCsv',
    tag: 'Batches',
    summary: 'Get the states and values of all rows as CSV',
    description:
      'At any time, as they are then: of each row its number, state, problems, envelope and the state of that, its cells, ' +
      'and a column (`Value: …`) for each field but signatures, with what those filled in who have submitted, as rules leave it: ' +
      'texts, dates and numbers as they were typed, `true` or `false`, labels of options, names of files. ' +
      'The file is UTF-8 with commas; cells that a spreadsheet would take for a formula have an apostrophe before them. ' +
      'The link lives 15 minutes.',
    route: 'GET /v2/batches/{batch_id}/csv',
    event: 'envelope:exported',
    isRead: true,
    session: 'user',
    callableBy: 'envelopes:read',
    permissions: ['envelope:create'],
    path: idPath('batch_id'),
    returns: BatchCsv,
    errors: ['batch_not_found'],
    access: { read: ['batch', 'envelope'], files: { get: ['batch'], put: ['batch'] } },
  },
  ({ caller, path }) => batchCsv(caller, path.batch_id),
);
