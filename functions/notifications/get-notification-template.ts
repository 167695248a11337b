import { operation } from '../../lib/http/operation.ts';
import { NotificationPath, NotificationTemplate } from '../../lib/notify/notifications/notification-schema.ts';
import { readNotificationTemplate } from '../../lib/notify/notifications/notification-template-store.ts';

export const handler = operation(
  {
    id: 'getNotificationTemplate',
    tag: 'Notifications',
    summary: "Get one of the organization's own texts",
    route: 'GET /v2/notifications/templates/{id}',
    session: 'user',
    callableBy: 'notifications:read',
    permissions: ['org:update'],
    path: NotificationPath,
    returns: NotificationTemplate,
    errors: ['not_found'],
    access: { read: ['organization', 'notificationTemplate'] },
  },
  ({ caller, path }) => readNotificationTemplate(caller, path.id),
);
