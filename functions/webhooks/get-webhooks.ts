import { operation } from '../../lib/http/operation.ts';
import { presentWebhook, readWebhook } from '../../lib/notify/webhooks/settings.ts';
import { Webhook } from '../../lib/notify/webhooks/webhook-schema.ts';
import { may } from '../../lib/people/access/caller.ts';

export const handler = operation(
  {
    id: 'getWebhooks',
    tag: 'Webhooks',
    summary: "Get the organization's webhook",
    description:
      "The organization's first webhook. `url` is empty until it is set. Callers with `org:update` see the whole " +
      '`secret_key`, others see it masked.',
    route: 'GET /v2/webhooks',
    session: 'user',
    callableBy: 'webhooks:read',
    permissions: ['org:view'],
    returns: Webhook,
    access: { read: ['webhook'] },
  },
  async ({ caller }) =>
    presentWebhook(await readWebhook(caller.organization_id), { reveal: may(caller, 'org:update') }),
);
