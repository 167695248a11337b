import { operation } from '../../lib/http/operation.ts';
import { WebhookDelivery } from '../../lib/notify/webhooks/delivery.ts';
import { sendTestEvent } from '../../lib/notify/webhooks/redeliver.ts';

export const handler = operation(
  {
    id: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test event to the webhook',
    description:
      'Of type `webhook_test`, signed, logged and repeated like any other. `GET /v2/webhooks/deliveries` shows the ' +
      'result.',
    route: 'POST /v2/webhooks/test',
    event: 'webhook:tested',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    returns: WebhookDelivery,
    errors: ['webhook_not_active'],
    access: { change: ['webhook'], write: ['webhookDelivery'], queues: ['webhook'] },
  },
  ({ caller }) => sendTestEvent(caller.organization_id),
);
