import { count } from '../../lib/base/metrics.ts';
import type { Access } from '../../lib/http/contract.ts';
import { handleMessage } from '../../lib/notify/webhooks/queue-message.ts';
import { consumerOf } from '../../lib/storage/outbox/queues.ts';

export const access: Access = { change: ['webhook'], write: ['outbox', 'webhookDelivery'], send: ['events'] };

/** The webhook queue's consumer: calls receivers. */
export const handler = consumerOf('webhook', async (message) => {
  for (const { outcome } of await handleMessage(message)) if (outcome !== 'delivered') count('WebhooksFailed');
});
