import * as z from 'zod';
import { Id, idPath, Paging } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { WebhookDeliveryPage } from '../../lib/notify/webhooks/delivery.ts';
import { listDeliveries } from '../../lib/notify/webhooks/delivery-store.ts';
import { readWebhook } from '../../lib/notify/webhooks/settings.ts';

export const handler = operation(
  {
    id: 'getWebhookReceiverDeliveries',
    tag: 'Webhooks',
    summary: "List what was sent to one of the organization's webhooks",
    description:
      'The newest event first, kept for 30 days, and readable until the webhook is deleted. The next page is asked for ' +
      'with `before` = the `next` of this one; a page of large events may hold fewer than `rows`.',
    route: 'GET /v2/webhooks/receivers/{receiver_id}/deliveries',
    session: 'user',
    callableBy: 'webhooks:read',
    permissions: ['org:update'],
    path: idPath('receiver_id'),
    query: z.object({
      rows: Paging.rows,
      before: Id.optional().meta({ description: 'Only events before this one' }),
    }),
    returns: WebhookDeliveryPage,
    errors: ['not_found'],
    access: { read: ['webhook', 'webhookDelivery'] },
  },
  async ({ caller, path, query }) => {
    const { id } = await readWebhook(caller.organization_id, path.receiver_id);
    return listDeliveries(id, query);
  },
);
