import * as z from 'zod';
import { operation } from '../../lib/http/operation.ts';
import { NotificationTemplate } from '../../lib/notify/notifications/notification-schema.ts';
import { listNotificationTemplates } from '../../lib/notify/notifications/notification-template-store.ts';

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
    access: { read: ['organization', 'notificationTemplate'] },
  },
  ({ caller }) => listNotificationTemplates(caller),
);
