import { operation } from '../../lib/http/operation.ts';
import { previewMessage } from '../../lib/notify/notifications/message-preview.ts';
import { MessagePreview, MessageToPreview } from '../../lib/notify/notifications/notification-schema.ts';

export const handler = operation(
  {
    id: 'previewNotificationTemplate',
    tag: 'Notifications',
    summary: 'See a message before anybody gets it',
    description:
      'Answers the message of an event and a channel with sample names, as it would be sent: in the given text, or ' +
      "in the platform's words where none is given. `look` tries settings of the brand that aren't saved yet. " +
      'Nothing is sent or stored. A text that could not be stored is refused with the same error ({invalid}).',
    route: 'POST /v2/notifications/templates/preview',
    unrecorded: 'none',
    session: 'user',
    callableBy: 'notifications:read',
    permissions: ['org:update'],
    body: MessageToPreview,
    returns: MessagePreview,
    errors: ['invalid', 'brand_not_found'],
    access: { read: ['organization', 'brand'] },
    examples: {
      body: {
        type: 'email',
        event_name: 'recipient:invited',
        locale: 'de',
        text_template: 'Dear {{name}}, please sign {{envelope_name}}: {{link}}',
      },
    },
  },
  ({ caller, body }) => previewMessage(caller, body),
);
