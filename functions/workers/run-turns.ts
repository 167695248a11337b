import { setTimeout as sleep } from 'node:timers/promises';
import { timestamp } from '../../lib/base/clock.ts';
import { log, logged } from '../../lib/base/log.ts';
import { count } from '../../lib/base/metrics.ts';
import type { Access } from '../../lib/http/contract.ts';
import { LONGEST_TURN } from '../../lib/notify/webhooks/lanes.ts';
import { takeTurn } from '../../lib/notify/webhooks/turn.ts';
import type { WebhookItem } from '../../lib/storage/records/webhook.ts';
import { turnsDue } from '../../lib/storage/webhooks.ts';

export const access: Access = { read: ['due'], write: ['webhook', 'webhookDelivery', 'outbox'], send: ['events'] };

/**
 * Webhooks that are called at once, more than an organization may have; of those that are left out, the longest due is
 * the first when there is room.
 */
export const AT_ONCE = 40;
/** Milliseconds for which a run begins calls: until the next run begins. */
const RUN = 55_000;
/** Milliseconds after which a run looks for webhooks whose turn has come meanwhile. */
const PAUSE = 1000;

/**
 * Calls the webhooks that are slow or down with what waits in the queue of each, once a minute: beside the worker that
 * calls all others, so that they hold it up by nothing.
 */
export const handler = logged(async (): Promise<void> => {
  const end = performance.now() + RUN;
  const isOver = () => performance.now() > end;
  const running = new Set<Promise<void>>();
  while (!isOver()) {
    const due = running.size < AT_ONCE ? await turnsDue(timestamp(), AT_ONCE - running.size) : [];
    for (const webhook of due) {
      const turn: Promise<void> = turnOf(webhook, isOver).finally(() => running.delete(turn));
      running.add(turn);
    }
    if (running.size === 0) return;
    const over = new AbortController();
    await Promise.race([Promise.all(running), sleep(PAUSE, undefined, { signal: over.signal }).catch(() => {})]);
    over.abort();
  }
  await Promise.all(running);
});

/** A turn that fails by a fault of our own is due again after its lease. */
const turnOf = async (webhook: WebhookItem, isOver: () => boolean): Promise<void> => {
  const end = performance.now() + LONGEST_TURN;
  try {
    for (const { outcome } of await takeTurn(webhook, () => isOver() || performance.now() > end))
      if (outcome !== 'delivered') count('WebhooksFailed');
  } catch (error) {
    log().error('The turn of a webhook failed', { error: error as Error, webhook_id: webhook.id });
  }
};
