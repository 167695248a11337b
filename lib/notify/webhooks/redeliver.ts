import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { sendToQueue } from '../../storage/outbox/queues.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import { TEST_EVENT, type WebhookDelivery } from './delivery.ts';
import { logDue, makeDue, presentDelivery, retryMessage } from './delivery-store.ts';
import { isCallable, readWebhook } from './settings.ts';

/**
 * Sends a logged event again; an attempt that is being made continues. Throws `not_found` if the event isn't in the
 * organization's log, and `webhook_not_active`.
 */
export const redeliver = async (organization_id: string, id: string): Promise<WebhookDelivery> => {
  await activeWebhook(organization_id);
  return sent(orFail(await makeDue(organization_id, id), 'not_found'));
};

/** Sends a test event. Throws `webhook_not_active`. */
export const sendTestEvent = async (organization_id: string): Promise<WebhookDelivery> => {
  const { url } = await activeWebhook(organization_id);
  const created_at = timestamp();
  const body = JSON.stringify({ type: TEST_EVENT, timestamp: created_at, data: { organization_id } });
  const item = await logDue({ id: newId(), organization_id, event: TEST_EVENT, url, body, created_at });
  return sent(orFail(item, 'internal'));
};

/** The log's entry is due already; the message only makes the attempt come at once. */
const sent = async (item: DeliveryItem): Promise<WebhookDelivery> => {
  await sendToQueue('webhook', [retryMessage(item)]);
  return presentDelivery(item);
};

const activeWebhook = async (organization_id: string): Promise<WebhookItem> => {
  const webhook = await readWebhook(organization_id);
  return isCallable(webhook) ? webhook : fail('webhook_not_active');
};
