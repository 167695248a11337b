import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { WebhookDelivery } from '../../lib/notify/webhooks/delivery.ts';
import { sendTestEvent } from '../../lib/notify/webhooks/redeliver.ts';

export const handler = operation(
  {
    id: 'testWebhookReceiver',
    tag: 'Webhooks',
    summary: "Send a test event to one of the organization's webhooks",
    description: 'Of type `webhook_test`, signed, logged and repeated like any other, whatever its events and filters.',
    route: 'POST /v2/webhooks/receivers/{receiver_id}/test',
    event: 'webhook:tested',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    path: idPath('receiver_id'),
    returns: WebhookDelivery,
    errors: ['not_found', 'webhook_not_active'],
    access: { change: ['webhook'], write: ['webhookDelivery'], queues: ['webhook'] },
  },
  ({ caller, path }) => sendTestEvent(caller.organization_id, path.receiver_id),
);
