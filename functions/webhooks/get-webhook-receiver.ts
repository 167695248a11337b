import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { WebhookReceiver } from '../../lib/notify/webhooks/receiver-schema.ts';
import { presentReceiver } from '../../lib/notify/webhooks/receivers.ts';
import { readWebhook } from '../../lib/notify/webhooks/settings.ts';

export const handler = operation(
  {
    id: 'getWebhookReceiver',
    tag: 'Webhooks',
    summary: "Get one of the organization's webhooks",
    description: 'Its secret is masked.',
    route: 'GET /v2/webhooks/receivers/{receiver_id}',
    session: 'user',
    callableBy: 'webhooks:read',
    permissions: ['org:view'],
    path: idPath('receiver_id'),
    returns: WebhookReceiver,
    errors: ['not_found'],
    access: { read: ['webhook'] },
  },
  async ({ caller, path }) =>
    presentReceiver(await readWebhook(caller.organization_id, path.receiver_id), { reveal: false }),
);
