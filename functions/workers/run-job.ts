import type { Access } from '../../lib/http/contract.ts';
import { replayStep } from '../../lib/notify/webhooks/replay.ts';
import { deleteEnvelopeStep } from '../../lib/offboarding/envelope-deletion-steps.ts';
import { handOver } from '../../lib/offboarding/hand-over.ts';
import { deleteStep } from '../../lib/offboarding/organization-deletion-steps.ts';
import { exportStep } from '../../lib/offboarding/organization-export-steps.ts';
import { cancelBatchStep } from '../../lib/signing/batches/cancel-step.ts';
import { checkBatchStep } from '../../lib/signing/batches/check-step.ts';
import { deleteBatchStep } from '../../lib/signing/batches/delete-step.ts';
import { sendBatchStep } from '../../lib/signing/batches/send-step.ts';
import { completeReceived } from '../../lib/storage/envelopes/received.ts';
import { runJob } from '../../lib/storage/jobs/run.ts';
import { consumerOf } from '../../lib/storage/outbox/queues.ts';

export const access: Access = {
  read: [
    'user',
    'session',
    'profilesOfUser',
    'organization',
    'profile',
    'group',
    'invitation',
    'brand',
    'identityProvider',
    'recipientProvider',
    'trustService',
    'directory',
    'signInDomain',
    'contact',
    'usage',
    'apiKeysOfOrganization',
    'oauthAppsOfOrganization',
    'emailAddress',
    'templateList',
    'templateLink',
    'signature',
    'rememberedMark',
    'notification',
    'notificationTemplate',
    'administration',
    'administrationChain',
    'dailyMessages',
    'batchesOfOrganization',
  ],
  change: ['domain', 'envelope', 'envelopeList', 'template', 'webhook', 'webhookDelivery', 'batch'],
  write: ['organizationExport', 'organizationCounts', 'outbox', 'job', 'envelopeCounts', 'sealedFile'],
  remove: [
    'user',
    'emailAddress',
    'profile',
    'membership',
    'socialIdentity',
    'invitation',
    'envelope',
    'template',
    'documentPointer',
    'job',
    'batch',
  ],
  bulk: [
    'batch',
    'session',
    'network',
    'passkey',
    'organizationCounts',
    'group',
    'invitation',
    'brand',
    'identityProvider',
    'recipientProvider',
    'trustService',
    'directory',
    'directoryUse',
    'signInDomain',
    'identity',
    'providerSession',
    'providerNotice',
    'contact',
    'usage',
    'apiKey',
    'oauthApp',
    'envelope',
    'signingSecret',
    'envelopeList',
    'envelopeCounts',
    'envelopeSearch',
    'template',
    'templateLink',
    'templateCounts',
    'templateList',
    'templateSearch',
    'documentPointer',
    'signature',
    'signatureImage',
    'rememberedMark',
    'notification',
    'notificationTemplate',
    'webhook',
    'webhookDelivery',
    'administration',
  ],
  files: {
    get: ['templateDocument', 'templatePage', 'envelopeDocument', 'sealedDocument', 'attachment', 'batch'],
    put: ['export', 'batch', 'envelopeDocument', 'envelopePage'],
    delete: [
      'templateDocument',
      'templatePage',
      'envelopeDocument',
      'filledDocument',
      'signedDocument',
      'sealedDocument',
      'envelopePage',
      'combined',
      'attachment',
      'export',
      'batch',
      'signature',
      'initial',
      'logo',
    ],
  },
  filesList: true,
  dataKey: true,
  messagesPerDay: true,
  identities: ['delete'],
};

/**
 * Carries out in steps what takes longer than a request: hands over a member's work, deletes or exports an
 * organization, completes the list of a new account, deletes an envelope at the end of its retention, sends a window of
 * events to a webhook again.
 */
export const handler = consumerOf('job', async ({ job_id }) => {
  await runJob(job_id, {
    hand_over: handOver,
    delete_organization: deleteStep,
    export_organization: exportStep,
    complete_received: completeReceived,
    delete_envelope: deleteEnvelopeStep,
    replay_webhook: replayStep,
    check_batch: checkBatchStep,
    send_batch: sendBatchStep,
    cancel_batch: cancelBatchStep,
    delete_batch: deleteBatchStep,
  });
});
