import { runJob } from '../../lib/jobs/run.ts';
import { handOver } from '../../lib/members/hand-over.ts';
import type { Access } from '../../lib/operation/contract.ts';
import { deleteStep } from '../../lib/organizations/deletion-steps.ts';
import { exportStep } from '../../lib/organizations/export-steps.ts';
import { queueConsumer } from '../../lib/queues/consume.ts';

export const access: Access = {
  table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
  indexes: ['gsi1'],
  files: {
    get: ['templateDocument', 'envelopeDocument', 'sealedDocument', 'attachment'],
    put: ['export'],
    delete: [
      'templateDocument',
      'templatePage',
      'envelopeDocument',
      'filledDocument',
      'sealedDocument',
      'envelopePage',
      'combined',
      'attachment',
      'zip',
      'export',
      'signature',
      'initial',
      'logo',
    ],
  },
  filesList: true,
  identities: ['delete'],
};

/** Does in steps what takes longer than a request: hands over what a member owned, deletes or exports an organization. */
export const handler = queueConsumer(async (body) => {
  const { job_id } = JSON.parse(body) as { job_id: string };
  await runJob(job_id, {
    hand_over: handOver,
    delete_organization: deleteStep,
    export_organization: exportStep,
  });
});
