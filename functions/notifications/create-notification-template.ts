import { operation } from '../../lib/http/operation.ts';
import { placeholderList } from '../../lib/notify/notifications/events.ts';
import { NewNotificationTemplate, NotificationTemplate } from '../../lib/notify/notifications/notification-schema.ts';
import { createNotificationTemplate } from '../../lib/notify/notifications/notification-template-store.ts';

export const handler = operation(
  {
    id: 'createNotificationTemplate',
    tag: 'Notifications',
    summary: 'Give a text of your own for an event and a channel',
    description:
      "It takes the place of the platform's words. A mail keeps its subject and the brand's frame, and has the button " +
      '(or the code) beneath, unless the text names `{{link}}` (or `{{code}}`) itself; SMS get them at the end. With one of ' +
      'the two forms given, the other is made from it. HTML is sanitised; placeholders in it can stand in texts and, as ' +
      '`href="{{link}}"`, in links. What is filled in is escaped. There is one text for each event and channel, ' +
      'and one more for each `locale`: a reader gets the one of their language, else the one without a locale, else ' +
      "the platform's words. Texts for SMS and the application (`app`) have at most 480 characters.\n\n" +
      `Beside \`{{name}}\` (the reader) and \`{{brand_name}}\` there are:\n\n${placeholderList()}\n\n` +
      'Other events and channels are refused ({invalid}): no message is sent for them.',
    route: 'POST /v2/notifications/templates',
    event: 'text:created',
    session: 'user',
    callableBy: 'notifications:write',
    permissions: ['org:update'],
    body: NewNotificationTemplate,
    returns: NotificationTemplate,
    errors: ['notification_template_exists', 'template_not_found', 'invalid'],
    access: { read: ['organization', 'template'], write: ['notificationTemplate'] },
    examples: {
      body: {
        type: 'email',
        event_name: 'recipient:invited',
        html_template: '<p>Dear {{name}},</p><p>please <a href="{{link}}">sign {{envelope_name}}</a>.</p>',
      },
    },
  },
  ({ caller, body }) => createNotificationTemplate(caller, body),
);
