import { operation } from '../../lib/http/operation.ts';
import { presentWebhook, rotateSecret } from '../../lib/notify/webhooks/settings.ts';
import { Webhook } from '../../lib/notify/webhooks/webhook-schema.ts';

export const handler = operation(
  {
    id: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Give the webhook a new signing secret',
    description:
      'For 24 hours, calls are signed with the previous secret as well (`webhook-signature` holds both ' +
      'signatures), so that your receiver can change over. Another rotation within that time ends the previous ' +
      'secret at once.',
    route: 'PUT /v2/webhooks/rotate-secret',
    event: 'webhook:secret_rotated',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    returns: Webhook,
    access: { change: ['webhook'] },
  },
  async ({ caller }) => presentWebhook(await rotateSecret(caller.organization_id), { reveal: true }),
);
