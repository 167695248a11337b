import { queueConsumer } from '../../lib/aws/queues/consume.ts';
import { count } from '../../lib/base/metrics.ts';
import type { Access } from '../../lib/http/contract.ts';
import { handleMessage } from '../../lib/notify/webhooks/queue-message.ts';

export const access: Access = { change: ['webhook'], write: ['outbox', 'webhookDelivery'] };

/** The webhook queue's consumer: calls receivers. */
export const handler = queueConsumer(async (body) => {
  for (const { outcome } of await handleMessage(body)) if (outcome !== 'delivered') count('WebhooksFailed');
});
