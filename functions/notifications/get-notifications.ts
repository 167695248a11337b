import * as z from 'zod';
import { Paging } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { readInbox } from '../../lib/notify/notifications/inbox.ts';
import { Notification } from '../../lib/notify/notifications/notification-schema.ts';

export const handler = operation(
  {
    id: 'getNotifications',
    tag: 'Notifications',
    summary: "List the caller's notifications",
    description:
      'Unread ones first, then the newest. They are those of the profile that the caller acts as (its envelopes ' +
      'were opened, completed, declined …), and of the person, by e-mail address (invited, reminded, completed …). ' +
      'They are kept for 90 days.',
    route: 'GET /v2/notifications',
    session: 'user',
    callableBy: 'notifications:read',
    query: z.object(Paging),
    returns: z.array(Notification),
    access: { read: ['notification'] },
  },
  ({ caller, query }) => readInbox(caller, query),
);
