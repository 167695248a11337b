import { Confirmation } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { NotificationPath } from '../../lib/notify/notifications/notification-schema.ts';
import { deleteNotificationTemplate } from '../../lib/notify/notifications/notification-template-store.ts';

export const handler = operation(
  {
    id: 'deleteNotificationTemplate',
    tag: 'Notifications',
    summary: "Delete one of the organization's own texts",
    description:
      "From then on messages go out in the text for all languages or, where there is none, in the platform's words.",
    route: 'DELETE /v2/notifications/templates/{id}',
    event: 'text:deleted',
    session: 'user',
    callableBy: 'notifications:write',
    permissions: ['org:update'],
    path: NotificationPath,
    returns: Confirmation,
    errors: ['not_found'],
    access: { read: ['notificationTemplate'], remove: ['notificationTemplate'] },
  },
  ({ caller, path }) => deleteNotificationTemplate(caller, path.id).then(() => 'OK'),
);
