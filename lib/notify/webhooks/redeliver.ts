import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Lane } from '../../storage/deliveries.ts';
import { sendToQueue } from '../../storage/outbox/queues.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import { hastenTurn } from '../../storage/webhooks.ts';
import { TEST_EVENT, type WebhookDelivery } from './delivery.ts';
import { logDue, makeDue, presentDelivery, retryMessage } from './delivery-store.ts';
import { isCallable, readWebhook } from './settings.ts';

/**
 * Sends a logged event again; an attempt that is being made continues. Throws `not_found` if the event isn't in the
 * organization's log, and `webhook_not_active`.
 */
export const redeliver = async (
  organization_id: string,
  id: string,
  webhook_id: string = organization_id,
): Promise<WebhookDelivery> => {
  const webhook = await activeWebhook(organization_id, webhook_id);
  return sent(webhook, orFail(await makeDue(webhook_id, id, laneOf(webhook)), 'not_found'));
};

/** Sends a test event. Throws `webhook_not_active`. */
export const sendTestEvent = async (
  organization_id: string,
  webhook_id: string = organization_id,
): Promise<WebhookDelivery> => {
  const webhook = await activeWebhook(organization_id, webhook_id);
  const { url } = webhook;
  const created_at = timestamp();
  const body = JSON.stringify({ type: TEST_EVENT, timestamp: created_at, data: { organization_id } });
  const event = { id: newId(), organization_id, webhook_id, event: TEST_EVENT, url, body, created_at } as const;
  return sent(webhook, orFail(await logDue(event, laneOf(webhook)), 'internal'));
};

const laneOf = ({ in_turns }: WebhookItem): Lane => (in_turns ? 'own' : 'fast');

/** The log's entry is due already; the rest only makes the attempt come at once. */
const sent = async (webhook: WebhookItem, item: DeliveryItem): Promise<WebhookDelivery> => {
  if (webhook.in_turns) await hastenTurn(webhook, timestamp());
  else await sendToQueue('webhook', [retryMessage(item)]);
  return presentDelivery(item);
};

/** Reads a webhook that can be called. Throws `not_found` and `webhook_not_active`. */
export const activeWebhook = async (organization_id: string, webhook_id: string): Promise<WebhookItem> => {
  const webhook = await readWebhook(organization_id, webhook_id);
  return isCallable(webhook) ? webhook : fail('webhook_not_active');
};
