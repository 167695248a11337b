import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { WebhookReceiver } from '../../lib/notify/webhooks/receiver-schema.ts';
import { presentReceiver } from '../../lib/notify/webhooks/receivers.ts';
import { rotateSecret } from '../../lib/notify/webhooks/settings.ts';

export const handler = operation(
  {
    id: 'rotateWebhookReceiverSecret',
    tag: 'Webhooks',
    summary: "Give one of the organization's webhooks a new signing secret",
    description:
      'For 24 hours, calls are signed with the previous secret as well (`webhook-signature` holds both ' +
      'signatures), so that your receiver can change over. Another rotation within that time ends the previous ' +
      'secret at once. Only this answer shows the new secret.',
    route: 'PUT /v2/webhooks/receivers/{receiver_id}/rotate-secret',
    event: 'webhook:secret_rotated',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    path: idPath('receiver_id'),
    returns: WebhookReceiver,
    errors: ['not_found'],
    access: { change: ['webhook'] },
  },
  async ({ caller, path }) =>
    presentReceiver(await rotateSecret(caller.organization_id, path.receiver_id), { reveal: true }),
);
