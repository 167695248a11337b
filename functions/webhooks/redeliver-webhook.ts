import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { WebhookDelivery } from '../../lib/notify/webhooks/delivery.ts';
import { redeliver } from '../../lib/notify/webhooks/redeliver.ts';

export const handler = operation(
  {
    id: 'redeliverWebhook',
    tag: 'Webhooks',
    summary: 'Send an event of the log to the webhook again',
    description:
      'Also if it was delivered before. It is sent at once, with the same `webhook-id` and body, to the present ' +
      'address, and with all attempts of a new event.',
    route: 'POST /v2/webhooks/deliveries/{id}/redeliver',
    event: 'webhook:redelivered',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    path: idPath('id'),
    returns: WebhookDelivery,
    errors: ['not_found', 'webhook_not_active'],
    access: { change: ['webhook', 'webhookDelivery'], queues: ['webhook'] },
  },
  ({ caller, path }) => redeliver(caller.organization_id, path.id),
);
