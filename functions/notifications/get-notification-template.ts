import { NotificationPath, NotificationTemplate } from '../../lib/notifications/schema.ts';
import { readNotificationTemplate } from '../../lib/notifications/template-store.ts';
import { operation } from '../../lib/operation/operation.ts';

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
    access: { table: ['BatchGetItem'] },
  },
  ({ caller, path }) => readNotificationTemplate(caller, path.id),
);
