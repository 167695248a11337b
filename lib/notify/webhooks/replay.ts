import * as z from 'zod';
import { DAY, HOUR, timestamp, timestampIn } from '../../base/clock.ts';
import { fail, invalid } from '../../base/errors.ts';
import { idBoundary, newId } from '../../base/ids.ts';
import { deliveriesBetween } from '../../storage/deliveries.ts';
import { commit } from '../../storage/engine/commit.ts';
import type { Piece } from '../../storage/jobs/phases.ts';
import { stepThrough } from '../../storage/jobs/phases.ts';
import { newJob } from '../../storage/jobs/record.ts';
import type { RoutedEventName } from '../../storage/outbox/webhook-events.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { ReceiverReplay, WebhookItem } from '../../storage/records/webhook.ts';
import { findWebhookRecord, hastenTurn, noteReplay, replayWrite, webhooksOf } from '../../storage/webhooks.ts';
import { logReplayed, makeDueFor } from './delivery-store.ts';
import { passes } from './filters.ts';
import type { ReplayRequest } from './receiver-schema.ts';
import { activeWebhook } from './redeliver.ts';
import { isCallable, wants } from './settings.ts';

/** Deliveries are logged for so long. */
const KEPT = 30 * DAY;
/** Time after which a replay that hasn't ended is given up. */
const LONGEST = 12 * HOUR;
/** Deliveries of one piece of the job. */
const PIECE = 50;

/**
 * Begins to send a window of events to a webhook again, each with its `webhook-id`: those of its own log, and those
 * that it would have received from the logs of the organization's other webhooks. They wait in its own queue, so that
 * they delay nothing that happens meanwhile. Throws `not_found`, `webhook_not_active`, `invalid`, and `replay_running`
 * while another one runs.
 */
export const startReplay = async (
  organization_id: string,
  webhook_id: string,
  { from, to, events }: ReplayRequest,
): Promise<WebhookItem> => {
  const webhook = await activeWebhook(organization_id, webhook_id);
  const now = timestamp();
  if (from < timestampIn(-KEPT)) invalid('from', 'must be at most 30 days ago: so long are deliveries logged');
  if (from >= (to ?? now)) invalid('from', 'must be before the end of the window');
  const id = newId();
  const end = to === undefined || to > now ? now : to;
  const replay: ReceiverReplay = {
    id,
    from,
    to: end,
    events: events ?? null,
    started_at: now,
    finished_at: null,
    count: 0,
  };
  const job = newJob('replay_webhook', organization_id, { webhook_id, replay: id });
  await commit<never>([replayWrite(webhook, replay, timestampIn(-LONGEST)), { put: job }], {
    refuse: () => fail('replay_running'),
  });
  return { ...webhook, replay };
};

const Details = z.object({ webhook_id: z.string(), replay: z.string() });

/** Position in a replay: after `after` in the log of the webhook `log`, of those of `logs` that are left. */
const Position = z.object({
  logs: z.array(z.string()).min(1),
  after: z.string().nullable(),
  count: z.int(),
});

/** Handles a page of a log; its own comes first, so that what is logged there is sent from there. */
const replayPiece: Piece = async ({ organization_id, details }, next) => {
  const { webhook_id, replay: id } = Details.parse(details);
  const webhook = await findWebhookRecord(organization_id, webhook_id);
  const replay = webhook?.replay;
  if (!webhook || replay?.id !== id || !isCallable(webhook)) {
    if (webhook) await noteReplay(webhook, id, { count: replay?.count ?? 0, finished_at: timestamp() });
    return undefined;
  }
  const at = next === undefined ? { logs: await logsOf(webhook), after: null, count: 0 } : Position.parse(next);
  const [log = webhook_id, ...others] = at.logs;
  // A text that is longer comes after the id itself.
  const from = at.after === null ? idBoundary(replay.from) : `${at.after}!`;
  const { items, isMore } = await deliveriesBetween(log, { from, to: idBoundary(replay.to), rows: PIECE });
  const sent = await Promise.all(items.map((item) => sendAgain(webhook, replay, item)));
  const count = at.count + sent.filter(Boolean).length;
  if (count > at.count) await hastenTurn(webhook, timestamp());
  const last = items.at(-1);
  const following = isMore && last ? { logs: at.logs, after: last.id, count } : { logs: others, after: null, count };
  const isOver = following.logs.length === 0;
  await noteReplay(webhook, id, { count, finished_at: isOver ? timestamp() : null });
  return isOver ? undefined : following;
};

const logsOf = async ({ organization_id, id }: WebhookItem): Promise<string[]> => {
  const others = (await webhooksOf(organization_id)).filter((one) => one.id !== id);
  return [id, ...others.map((one) => one.id)];
};

const sendAgain = async (webhook: WebhookItem, replay: ReceiverReplay, item: DeliveryItem): Promise<boolean> => {
  const { id, organization_id, event, body, created_at } = item;
  if (event === 'webhook_test' || (replay.events && !(replay.events as readonly string[]).includes(event)))
    return false;
  const isOwn = item.webhook_id === webhook.id;
  if (!isOwn && !isFor(webhook, event, body)) return false;
  if (await makeDueFor(webhook.id, id, replay.id)) return true;
  if (isOwn) return false;
  const copy = { id, organization_id, webhook_id: webhook.id, event, url: webhook.url, body, created_at };
  return (await logReplayed(copy, replay.id)) !== undefined;
};

const isFor = (webhook: WebhookItem, event: RoutedEventName, body: string): boolean =>
  wants(webhook, event) && passes(webhook.filters, event, (JSON.parse(body) as { data: object }).data);

/** The steps of a replay, each of which can be repeated: a delivery is made due once for each replay. */
export const replayStep = stepThrough([{ run: replayPiece }]);
