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
      'An organization has one; before it was set, `url` is empty. `secret_key` is whole for who has `org:update`, ' +
      'masked for others.',
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
