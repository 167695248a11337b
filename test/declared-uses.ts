import { operations } from '../functions/index.ts';
import { access as deliverWebhook } from '../functions/workers/deliver-webhook.ts';
import { access as dispatchEvents } from '../functions/workers/dispatch-events.ts';
import { access as runJob } from '../functions/workers/run-job.ts';
import { access as runSchedule } from '../functions/workers/run-schedule.ts';
import { access as sealEnvelope } from '../functions/workers/seal-envelope.ts';
import { access as sendMessage } from '../functions/workers/send-message.ts';
import { type Access, accessOf } from '../lib/http/contract.ts';

const uses = (access: Access): Set<string> => {
  const {
    session,
    table = [],
    indexes = [],
    files = {},
    filesList,
    queues = [],
    keys = [],
    send = [],
    identities = [],
  } = access;
  return new Set([
    ...(session ? ['session'] : []),
    ...table.map((action) => `table:${action}`),
    ...indexes.map((name) => `index:${name}`),
    ...Object.entries(files).flatMap(([verb, kinds]) => kinds.map((kind) => `files:${verb}:${kind}`)),
    ...(filesList ? ['files:list'] : []),
    ...queues.map((queue) => `queues:${queue}`),
    ...keys.map((key) => `keys:${key}`),
    ...send.map((channel) => `send:${channel}`),
    ...identities.map((verb) => `identities:${verb}`),
  ]);
};

/** What every function declares, in the same words in which its uses are recorded. */
export const declaredUses = new Map<string, Set<string>>([
  ...operations.map(({ contract }) => [contract.id, uses(accessOf(contract))] as const),
  ['deliver-webhook', uses(deliverWebhook)],
  ['dispatch-events', uses(dispatchEvents)],
  ['run-job', uses(runJob)],
  ['run-schedule', uses(runSchedule)],
  ['seal-envelope', uses(sealEnvelope)],
  ['send-message', uses(sendMessage)],
]);
