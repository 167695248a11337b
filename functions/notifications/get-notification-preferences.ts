import { operation } from '../../lib/http/operation.ts';
import { readPreferences } from '../../lib/people/users/notification-preferences.ts';
import { NotificationPreferences } from '../../lib/people/users/notification-preferences-schema.ts';

export const handler = operation(
  {
    id: 'getNotificationPreferences',
    tag: 'Notifications',
    summary: 'Read which notifications the caller gets',
    description: 'In all of the organizations of the caller. Everything is on until it is switched off.',
    route: 'GET /v2/notifications/preferences',
    session: 'user',
    callableBy: 'notifications:read',
    returns: NotificationPreferences,
    access: { read: ['user'] },
  },
  ({ caller }) => readPreferences(caller),
);
