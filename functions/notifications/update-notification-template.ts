import { operation } from '../../lib/http/operation.ts';
import {
  NotificationPath,
  NotificationTemplate,
  NotificationTemplateChange,
} from '../../lib/notify/notifications/notification-schema.ts';
import { updateNotificationTemplate } from '../../lib/notify/notifications/notification-template-store.ts';

export const handler = operation(
  {
    id: 'updateNotificationTemplate',
    tag: 'Notifications',
    summary: "Change one of the organization's own texts",
    description: 'What is left out stays; null or an empty text takes a form away. One of the two must be left.',
    route: 'PATCH /v2/notifications/templates/{id}',
    event: 'text:updated',
    session: 'user',
    callableBy: 'notifications:write',
    permissions: ['org:update'],
    path: NotificationPath,
    body: NotificationTemplateChange,
    returns: NotificationTemplate,
    errors: ['not_found', 'invalid'],
    access: { read: ['organization'], change: ['notificationTemplate'] },
    examples: { body: { text_template: 'Dear {{name}}, please sign {{envelope_name}}: {{link}}' } },
  },
  ({ caller, path, body }) => updateNotificationTemplate(caller, path.id, body),
);
