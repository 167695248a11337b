import { operation } from '../../lib/http/operation.ts';
import { changePreferences } from '../../lib/people/users/notification-preferences.ts';
import {
  NotificationPreferences,
  NotificationPreferencesChange,
} from '../../lib/people/users/notification-preferences-schema.ts';

export const handler = operation(
  {
    id: 'updateNotificationPreferences',
    tag: 'Notifications',
    summary: 'Switch kinds of notifications on or off',
    description:
      'In all of the organizations of the caller, from the next event on. Only what is named can be switched off ' +
      '({invalid} names any other): mails to recipients, what needs an act, announcements of a deletion and messages on the ' +
      "account's security are always sent. A mail to a `sender_email` that is not the owner's own address is sent, too. In a session of an " +
      'identity provider, only for a user without other organizations.',
    route: 'PATCH /v2/notifications/preferences',
    event: 'account:updated',
    session: 'user',
    callableBy: 'login',
    body: NotificationPreferencesChange,
    returns: NotificationPreferences,
    errors: ['provider_session'],
    access: { read: ['profilesOfUser'], change: ['user'], write: ['emailAddress'] },
    examples: { body: { app: { 'recipient:opened': false }, email: { 'envelope:expired': false } } },
  },
  ({ caller, body }) => changePreferences(caller, body),
);
