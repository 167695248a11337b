import { queueConsumer } from '../../lib/aws/queues/consume.ts';
import { count } from '../../lib/base/metrics.ts';
import type { Access } from '../../lib/http/contract.ts';
import { attemptDeliveries } from '../../lib/notify/webhooks/attempt.ts';

export const access: Access = { change: ['webhook'], write: ['outbox', 'webhookDelivery'] };

/** The webhook queue's consumer: calls receivers. */
export const handler = queueConsumer(async (body) => {
  for (const { outcome } of await attemptDeliveries(body)) if (outcome !== 'delivered') count('WebhooksFailed');
});
