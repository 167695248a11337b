import { count } from '../../lib/metrics.ts';
import type { Access } from '../../lib/operation/contract.ts';
import { queueConsumer } from '../../lib/queues/consume.ts';
import { attemptDelivery } from '../../lib/webhooks/attempt.ts';

export const access: Access = { table: ['GetItem', 'PutItem', 'UpdateItem'] };

/** The webhook queue's consumer: calls receivers. */
export const handler = queueConsumer(async (body) => {
  const result = await attemptDelivery(body);
  if (result && result.outcome !== 'delivered') count('WebhooksFailed');
});
