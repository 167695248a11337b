import { fileParts } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { Batch, NewBatch } from '../../lib/signing/batches/batch-schema.ts';
import { createBatch } from '../../lib/signing/batches/create-batch.ts';

export const handler = operation(
  {
    id: 'createBatch',
    tag: 'Batches',
    summary: 'Make a batch of the rows of a file',
    description: [
      'Each row will be an envelope of the template. The file is CSV (with commas, semicolons or tabs; UTF-8, UTF-16 or',
      'Windows-1252) or a JSON list of objects: the part `file` of a form, `data`, or `rows` themselves. Above about 4 MB',
      'upload it first (`POST /v2/uploads`). Its first row has the names of the columns, by which their use is proposed',
      'in `mapping`: change what is wrong with `PATCH /v2/batches/{batch_id}`. Nothing is sent: check the batch, then',
      'send it, with `POST /v2/batches/{batch_id}/acts`. A batch is deleted 90 days after its last change; its envelopes',
      'stay.',
    ].join(' '),
    route: 'POST /v2/batches',
    event: 'batch:created',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    body: NewBatch,
    multipart: fileParts('file'),
    returns: Batch,
    errors: ['template_not_found', 'organization_full'],
    access: {
      read: ['template', 'upload'],
      change: ['batch'],
      write: ['organizationCounts', 'job'],
      files: { get: ['upload'], put: ['batch'] },
    },
    examples: {
      body: {
        template_id: '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f',
        name: 'Leases of May',
        rows: [
          { Tenant: 'Ada Lovelace', 'Tenant e-mail': 'ada@example.com' },
          { Tenant: 'Alan Turing', 'Tenant e-mail': 'alan@example.com' },
        ],
      },
    },
  },
  ({ caller, body, files }) => createBatch(caller, body, files),
);
