import { may } from '../../lib/operation/caller.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Webhook } from '../../lib/webhooks/schema.ts';
import { findWebhook, presentWebhook } from '../../lib/webhooks/settings.ts';

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
    access: { table: ['GetItem'] },
  },
  async ({ caller }) =>
    presentWebhook(await findWebhook(caller.organization_id), { reveal: may(caller, 'org:update') }),
);
