import { operation } from '../../lib/http/operation.ts';
import { WebhookChange } from '../../lib/notify/webhooks/change-schema.ts';
import { changeWebhook, presentWebhook } from '../../lib/notify/webhooks/settings.ts';
import { Webhook } from '../../lib/notify/webhooks/webhook-schema.ts';

export const handler = operation(
  {
    id: 'setWebhooks',
    tag: 'Webhooks',
    summary: "Set or change the organization's webhook",
    description:
      'Each event that is switched on is sent as `POST` to `url`, as Standard Webhooks has it: `webhook-id` (the ' +
      'same in every attempt), `webhook-timestamp`, `webhook-signature` by `secret_key`, and the body `{type, ' +
      'timestamp, data}`. After any answer but 2xx, the call is repeated over three days at growing intervals; 410 ' +
      'switches the webhook off. An event may arrive more than once, and not always in order.',
    route: 'PATCH /v2/webhooks',
    event: 'webhook:updated',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    body: WebhookChange,
    returns: Webhook,
    access: { change: ['webhook'] },
    examples: {
      body: {
        url: 'https://example.com/hooks/signing',
        active: true,
        auth_method: 'hmac',
        events: { envelope_completed: true },
      },
    },
  },
  async ({ caller, body }) => presentWebhook(await changeWebhook(caller.organization_id, body), { reveal: true }),
);
