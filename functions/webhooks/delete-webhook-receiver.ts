import { Confirmation, idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { deleteReceiver } from '../../lib/notify/webhooks/receivers.ts';

export const handler = operation(
  {
    id: 'deleteWebhookReceiver',
    tag: 'Webhooks',
    summary: "Delete one of the organization's webhooks",
    description:
      'Events that wait for it are not sent. Its log can be read and sent again no more; each event of it is erased 30 ' +
      'days after it was logged. If it is the first one, it returns to the state before it was set, and its log stays ' +
      'readable.',
    route: 'DELETE /v2/webhooks/receivers/{receiver_id}',
    event: 'webhook:deleted',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    path: idPath('receiver_id'),
    returns: Confirmation,
    errors: ['not_found'],
    access: { remove: ['webhook'], write: ['organizationCounts'] },
  },
  async ({ caller, path }) => {
    await deleteReceiver(caller.organization_id, path.receiver_id);
    return 'The webhook was deleted.';
  },
);
