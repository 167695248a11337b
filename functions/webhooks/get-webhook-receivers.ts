import { operation } from '../../lib/http/operation.ts';
import { WebhookReceivers } from '../../lib/notify/webhooks/receiver-schema.ts';
import { listReceivers, presentReceiver } from '../../lib/notify/webhooks/receivers.ts';

export const handler = operation(
  {
    id: 'getWebhookReceivers',
    tag: 'Webhooks',
    summary: "List all of the organization's webhooks",
    description:
      "The first is that of `GET /v2/webhooks`, if it is set; its id is the organization's. Up to 20 others " +
      'follow, the oldest first. Secrets are masked.',
    route: 'GET /v2/webhooks/receivers',
    session: 'user',
    callableBy: 'webhooks:read',
    permissions: ['org:view'],
    returns: WebhookReceivers,
    access: { read: ['webhook'] },
  },
  async ({ caller }) =>
    (await listReceivers(caller.organization_id)).map((webhook) => presentReceiver(webhook, { reveal: false })),
);
