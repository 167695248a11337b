import { sendToQueue } from '../../lib/aws/queues/send.ts';
import { timestamp } from '../../lib/base/clock.ts';
import { log } from '../../lib/base/log.ts';
import type { Access } from '../../lib/http/contract.ts';
import { retryRequest } from '../../lib/notify/messages/retry.ts';
import { retryMessage } from '../../lib/notify/webhooks/store.ts';
import { lookAfter } from '../../lib/signing/envelopes/due.ts';
import { dueAt } from '../../lib/storage/due.ts';
import { jobMessage } from '../../lib/storage/jobs/record.ts';

export const access: Access = { read: ['due'], change: ['envelope'], queues: ['seal', 'message', 'webhook', 'job'] };

/**
 * Carries out due work: reminders, expiries, next attempts at webhooks and messages, lost sealings and jobs. Never
 * scans.
 */
export const handler = async (): Promise<void> => {
  const due = await dueAt(timestamp());
  await sendToQueue('webhook', due.deliveries.map(retryMessage));
  await sendToQueue('job', due.jobs.map(jobMessage));
  await sendToQueue('message', due.retries.map(retryRequest));
  // One that fails must not delay the others; it stays due.
  const results = await Promise.allSettled(due.envelopes.map(lookAfter));
  for (const result of results) {
    if (result.status === 'rejected') log().error('A due envelope failed', { error: result.reason as Error });
  }
};
