import * as z from 'zod';
import { Id, Paging } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { WebhookDeliveryPage } from '../../lib/notify/webhooks/delivery.ts';
import { listDeliveries } from '../../lib/notify/webhooks/delivery-store.ts';

export const handler = operation(
  {
    id: 'getWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List what was sent to the webhook',
    description:
      'The newest event first, kept for 30 days. The next page is asked for with `before` = the `next` of this one; a page ' +
      'of large events may hold fewer than `rows`.',
    route: 'GET /v2/webhooks/deliveries',
    session: 'user',
    callableBy: 'webhooks:read',
    permissions: ['org:update'],
    query: z.object({
      rows: Paging.rows,
      before: Id.optional().meta({ description: 'Only events before this one' }),
    }),
    returns: WebhookDeliveryPage,
    access: { read: ['webhookDelivery'] },
  },
  ({ caller, query }) => listDeliveries(caller.organization_id, query),
);
