import { DAY, MINUTE, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { waitingOf } from '../../storage/deliveries.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import { endTurn, hastenTurn, leaseTurn } from '../../storage/webhooks.ts';
import { attempt } from './attempt.ts';
import type { AttemptResult } from './call-receiver.ts';
import { claim, giveUp } from './delivery-store.ts';
import { gapAfter, isSlow } from './lanes.ts';
import { isCallable } from './settings.ts';

/** Calls of one webhook at once. */
const CALLS_AT_ONCE = 10;
/** Longer than a run of turns and its last call take. Another run takes over after this. */
const LEASE = 150 * SECOND;
/** Longer than a worker may take between its read of the webhook and its write to the queue. */
const GRACE = 3 * MINUTE;
/** Time for which a delivery waits for a webhook that doesn't answer any; then it is given up. */
const PATIENCE = 3 * DAY;

/**
 * Has a webhook called in turn soon, because its queue got a delivery. It stays as planned where a failed turn made a
 * gap: the webhook is called again when that is over.
 */
export const callInTurn = async (webhook: WebhookItem): Promise<void> => {
  const isPlanned = webhook.gsi1sk !== undefined && !webhook.empty_turn;
  const isSoon = isPlanned && (webhook.failed_turns > 0 || (webhook.gsi1sk ?? '') <= timestampIn(LEASE));
  if (!isSoon) await hastenTurn(webhook, timestamp());
};

/** The results of a turn so far. */
interface Shown {
  calls: number;
  slow: boolean;
  failed: AttemptResult | undefined;
}

/**
 * Calls a webhook with what waits in its queue, several at once, until nothing is due, `isOver`, or none of its calls
 * was answered: then it is called no more before a gap, with one delivery first, which tells if it answers again. One
 * that has answered all in good time leaves its queue. Does nothing if another run has it.
 */
export const takeTurn = async (due: WebhookItem, isOver: () => boolean): Promise<AttemptResult[]> => {
  const webhook = await leaseTurn(due, { now: timestamp(), until: timestampIn(LEASE) });
  if (!webhook) return [];
  const results: AttemptResult[] = [];
  const shown: Shown = { calls: 0, slow: false, failed: undefined };
  let isEmpty = false;
  while (!isEmpty && !shown.failed && !isOver()) {
    const isTrial = webhook.failing_since !== null && shown.calls === 0;
    const waiting = await waitingOf(webhook.id, { to: timestamp(), limit: isTrial ? 1 : CALLS_AT_ONCE });
    isEmpty = waiting.length === 0;
    const handled = (await Promise.all(waiting.map((one) => deliver(webhook, one)))).flat();
    const round = handled.filter((one) => one !== 'given up');
    note(shown, round);
    results.push(...round);
    // The index still names what was just handled, or a webhook is gone: the next turn reads it as switched off, and
    // gives up what waits.
    if ((waiting.length > 0 && handled.length === 0) || round.some(({ outcome }) => outcome === 'gone')) break;
  }
  await end(webhook, shown, isEmpty);
  return results;
};

const note = (shown: Shown, round: readonly AttemptResult[]): void => {
  shown.calls += round.length;
  shown.slow ||= round.some(isSlow);
  const failures = round.filter(({ outcome }) => outcome === 'retry');
  if (failures.length > 0 && failures.length === round.length) {
    shown.failed = failures.reduce((one, other) => ((other.retryAfterMs ?? 0) > (one.retryAfterMs ?? 0) ? other : one));
  }
};

/** The result of a delivery's call; nothing if another worker has it. */
const deliver = async (
  webhook: WebhookItem,
  { id, gsi1sk = '' }: Pick<DeliveryItem, 'id' | 'gsi1sk'>,
): Promise<(AttemptResult | 'given up')[]> => {
  const item = await claim(webhook.id, id);
  if (!item) return [];
  if (isCallable(webhook) && gsi1sk < timestampIn(-PATIENCE)) {
    await giveUp(item, 'The receiver answered nothing for three days.');
    return ['given up'];
  }
  return [(await attempt(webhook, item, 'own')) ?? 'given up'];
};

const end = async (webhook: WebhookItem, { calls, slow, failed }: Shown, isEmpty: boolean): Promise<void> => {
  if (failed) {
    const failed_turns = webhook.failed_turns + 1;
    const gap = Math.max(gapAfter(failed_turns), failed.retryAfterMs ?? 0);
    await endTurn(webhook, { failed_turns, empty_turn: false }, timestampIn(gap));
    return;
  }
  const set = calls > 0 ? { failed_turns: 0 } : {};
  if (!isEmpty) return endTurn(webhook, { ...set, empty_turn: false }, timestamp());
  const in_turns = calls > 0 ? slow : webhook.in_turns;
  const [next] = await waitingOf(webhook.id, { limit: 1 });
  if (next?.gsi1sk) return endTurn(webhook, { ...set, in_turns, empty_turn: false }, next.gsi1sk);
  // A worker that read the webhook before may still be about to let a delivery wait.
  await endTurn(webhook, { ...set, in_turns, empty_turn: true }, webhook.empty_turn ? null : timestampIn(GRACE));
};
