import type { Due } from '../storage/due.ts';
import { sendToQueue } from '../storage/outbox/queues.ts';
import { retryRequest } from './messages/retry.ts';
import { retryMessage } from './webhooks/delivery-store.ts';

/** Passes due retries to the workers that attempt them; those claim each, so a repeat is harmless. */
export const sendRetries = async ({ deliveries, retries }: Pick<Due, 'deliveries' | 'retries'>): Promise<void> => {
  await sendToQueue('webhook', deliveries.map(retryMessage));
  await sendToQueue('message', retries.map(retryRequest));
};
