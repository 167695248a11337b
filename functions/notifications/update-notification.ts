import { operation } from '../../lib/http/operation.ts';
import { changeNotification } from '../../lib/notify/notifications/inbox.ts';
import {
  Notification,
  NotificationChange,
  NotificationPath,
} from '../../lib/notify/notifications/notification-schema.ts';

export const handler = operation(
  {
    id: 'updateNotification',
    tag: 'Notifications',
    summary: 'Mark a notification as read or unread, or delete it',
    route: 'PATCH /v2/notifications/{id}',
    unrecorded: 'own_view',
    session: 'user',
    callableBy: 'notifications:write',
    path: NotificationPath,
    body: NotificationChange,
    returns: Notification,
    errors: ['not_found'],
    access: { change: ['notification'], remove: ['notification'] },
    examples: { body: { read: true } },
  },
  ({ caller, path, body }) => changeNotification(caller, path.id, body),
);
