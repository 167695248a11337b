import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ReceiverChange } from '../../lib/notify/webhooks/change-schema.ts';
import { WebhookReceiver } from '../../lib/notify/webhooks/receiver-schema.ts';
import { changeReceiver, presentReceiver } from '../../lib/notify/webhooks/receivers.ts';

export const handler = operation(
  {
    id: 'updateWebhookReceiver',
    tag: 'Webhooks',
    summary: "Change one of the organization's webhooks",
    description:
      'What is left out stays. `events` and `filters` replace those before; `filters: null` removes them. A new ' +
      'address, or switching it on with `active`, sends waiting events at once.',
    route: 'PATCH /v2/webhooks/receivers/{receiver_id}',
    event: 'webhook:updated',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    path: idPath('receiver_id'),
    body: ReceiverChange,
    returns: WebhookReceiver,
    errors: ['not_found'],
    access: { change: ['webhook'] },
    examples: { body: { events: ['envelope_completed', 'recipient_declined'], filters: null } },
  },
  async ({ caller, path, body }) =>
    presentReceiver(await changeReceiver(caller.organization_id, path.receiver_id, body), { reveal: false }),
);
