import { operation } from '../../lib/http/operation.ts';
import { NewReceiver } from '../../lib/notify/webhooks/change-schema.ts';
import { WebhookReceiver } from '../../lib/notify/webhooks/receiver-schema.ts';
import { createReceiver, presentReceiver } from '../../lib/notify/webhooks/receivers.ts';

export const handler = operation(
  {
    id: 'createWebhookReceiver',
    tag: 'Webhooks',
    summary: 'Add a webhook',
    description:
      'Each webhook has its own events, filters, secret and retries: one that is slow or down delays no other. ' +
      'Calls are those of `PATCH /v2/webhooks`. It is active at once unless `active` is false. Only this answer ' +
      'shows its signing secret. With the destination `eventbridge`, events go to the event bus of the ' +
      'deployment’s owner instead, if it has one.',
    route: 'POST /v2/webhooks/receivers',
    event: 'webhook:created',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    body: NewReceiver,
    returns: WebhookReceiver,
    errors: ['organization_full'],
    access: { write: ['webhook', 'organizationCounts'], eventBus: true },
    examples: {
      body: {
        url: 'https://example.com/hooks/leases',
        description: 'Archive of leases',
        events: ['envelope_completed'],
        filters: { data: { department: 'lettings' } },
      },
    },
  },
  async ({ caller, body }) => presentReceiver(await createReceiver(caller.organization_id, body), { reveal: true }),
);
