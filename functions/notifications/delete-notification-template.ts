import { NotificationPath } from '../../lib/notifications/schema.ts';
import { deleteNotificationTemplate } from '../../lib/notifications/template-store.ts';
import { operation } from '../../lib/operation/operation.ts';
import { Confirmation } from '../../lib/schema.ts';

export const handler = operation(
  {
    id: 'deleteNotificationTemplate',
    tag: 'Notifications',
    summary: "Delete one of the organization's own texts",
    description: "From then on messages go out in the platform's words again.",
    route: 'DELETE /v2/notifications/templates/{id}',
    session: 'user',
    callableBy: 'notifications:write',
    permissions: ['org:update'],
    path: NotificationPath,
    returns: Confirmation,
    errors: ['not_found'],
    access: { table: ['DeleteItem'] },
  },
  async ({ caller, path }) => {
    await deleteNotificationTemplate(caller, path.id);
    return 'OK';
  },
);
