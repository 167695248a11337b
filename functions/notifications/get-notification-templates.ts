import * as z from 'zod';
import { NotificationTemplate } from '../../lib/notifications/schema.ts';
import { listNotificationTemplates } from '../../lib/notifications/template-store.ts';
import { operation } from '../../lib/operation/operation.ts';

export const handler = operation(
  {
    id: 'getNotificationTemplates',
    tag: 'Notifications',
    summary: "List the organization's own texts",
    route: 'GET /v2/notifications/templates',
    session: 'user',
    callableBy: 'notifications:read',
    permissions: ['org:update'],
    returns: z.array(NotificationTemplate),
    access: { table: ['GetItem', 'Query'] },
  },
  ({ caller }) => listNotificationTemplates(caller),
);
