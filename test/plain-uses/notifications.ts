import { recipient, sendEnvelope } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { startReceiver } from '../webhooks-api/receiver.ts';
import type { Stage } from './stage.ts';

/** Another webhook, from its making to its end. */
const receiverUses = async (
  { api, use }: Pick<Stage, 'api' | 'use'>,
  as: ReturnType<Stage['api']['as']>,
  url: string,
): Promise<void> => {
  const filters = { data: { department: 'lettings' } };
  const events = ['template_created'];
  const { id: receiver_id } = await use(as.createWebhookReceiver({ body: { url, events, filters } }));
  const path = { receiver_id };
  await use(as.getWebhookReceivers());
  await use(as.updateWebhookReceiver({ path, body: { description: 'Archive of leases', filters: null } }));
  await use(as.rotateWebhookReceiverSecret({ path }));
  await use(as.testWebhookReceiver({ path }));
  await as.createTemplate({ body: lease() });
  await api.settle();
  const { deliveries } = await use(as.getWebhookReceiverDeliveries({ path }));
  await use(as.redeliverToWebhookReceiver({ path: { ...path, id: deliveries[0].id } }));
  await use(as.replayToWebhookReceiver({ path, body: { from: deliveries.at(-1)?.created_at } }));
  await api.settle();
  await use(as.getWebhookReceiver({ path }));
  await use(as.deleteWebhookReceiver({ path }));
};

/** Webhooks, the inbox in the application, and an organization's own texts. */
export const notificationUses = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const as = api.as(ada);
  const receiver = await startReceiver();
  try {
    const events = { template_created: true, envelope_completed: true };
    await use(as.setWebhooks({ body: { url: receiver.url, active: true, events } }));
    await use(as.getWebhooks());
    await use(as.rotateWebhookSecret());
    await use(as.testWebhook());
    await as.createTemplate({ body: lease() });
    await api.settle();
    const { deliveries } = await use(as.getWebhookDeliveries());
    await use(as.redeliverWebhook({ path: { id: deliveries[0].id } }));
    await receiverUses({ api, use }, as, receiver.url);
    await api.settle();
  } finally {
    await receiver.stop();
  }

  await sendEnvelope(api, ada, [recipient('Signer', 1, { email: ada.email })]);
  await api.settle();
  const [notification] = await use(as.getNotifications());
  await use(as.updateNotification({ path: { id: notification.id }, body: { read: true } }));

  await use(as.getNotificationPreferences());
  await use(as.updateNotificationPreferences({ body: { app: { 'recipient:opened': false } } }));

  const words = { type: 'email', event_name: 'envelope:canceled', text_template: 'Sorry, {{name}}.' };
  const { id } = await use(as.createNotificationTemplate({ body: words }));
  await use(as.previewNotificationTemplate({ body: words }));
  await use(as.getNotificationTemplates());
  await use(as.getNotificationTemplate({ path: { id } }));
  await use(as.updateNotificationTemplate({ path: { id }, body: { text_template: 'So sorry, {{name}}.' } }));
  await use(as.deleteNotificationTemplate({ path: { id } }));
};
