import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { ReplayRequest, WebhookReceiver } from '../../lib/notify/webhooks/receiver-schema.ts';
import { presentReceiver } from '../../lib/notify/webhooks/receivers.ts';
import { startReplay } from '../../lib/notify/webhooks/replay.ts';

export const handler = operation(
  {
    id: 'replayToWebhookReceiver',
    tag: 'Webhooks',
    summary: 'Send a window of events to a webhook again',
    description:
      "Sends all events of its own log, and those of the other webhooks' logs that its events and filters select. " +
      'So a new webhook, or one with more events than before, receives what it has missed. Each event keeps the ' +
      '`webhook-id` and the body of its first call. A separate queue sends them, which delays nothing else; ' +
      '`replay` says how many were found.',
    route: 'POST /v2/webhooks/receivers/{receiver_id}/replay',
    event: 'webhook:replayed',
    session: 'user',
    callableBy: 'webhooks:write',
    permissions: ['org:update'],
    path: idPath('receiver_id'),
    body: ReplayRequest,
    returns: WebhookReceiver,
    errors: ['not_found', 'webhook_not_active', 'replay_running'],
    access: { change: ['webhook'], write: ['job'] },
    examples: { body: { from: '2026-01-30T00:00:00.000Z', events: ['envelope_completed'] } },
  },
  async ({ caller, path, body }) =>
    presentReceiver(await startReplay(caller.organization_id, path.receiver_id, body), { reveal: false }),
);
