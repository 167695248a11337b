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
    description:
      'Members that are left out stay. Null or an empty text removes `html_template` or `text_template`; one of ' +
      'the two must remain.',
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
