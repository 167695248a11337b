import { now } from '../../base/clock.ts';
import { log } from '../../base/log.ts';
import type { Lane } from '../../storage/deliveries.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import { putIntoTurns } from '../../storage/webhooks.ts';
import { type AttemptResult, callReceiver } from './call-receiver.ts';
import { giveUp, hasAttemptsLeft, recordResult } from './delivery-store.ts';
import { FAST_CALL, goesIntoTurns, LONG_CALL } from './lanes.ts';
import { putEvent } from './put-event.ts';
import { credentialsOf, isCallable, noteResult, signingSecrets } from './settings.ts';

/**
 * Makes the attempt for which `item` was leased, and records its result at the delivery and at its webhook. `lane`: a
 * worker has others to call, too, or the webhook's turn has come. Returns the result; undefined if no call was made.
 */
export const attempt = async (
  webhook: WebhookItem,
  item: DeliveryItem,
  lane: Lane,
): Promise<AttemptResult | undefined> => {
  const reason = !isCallable(webhook)
    ? 'The webhook was switched off.'
    : hasAttemptsLeft(item)
      ? undefined
      : 'No attempt was completed.';
  if (reason !== undefined) {
    await giveUp(item, reason);
    return undefined;
  }
  const result = await call(webhook, item, lane);
  const { failing_since } = webhook;
  const isLate = lane === 'fast' && goesIntoTurns(result, { failing_since, now: now() });
  if (isLate) await putIntoTurns(webhook, now().toISOString());
  await recordResult(item, webhook.url, result, isLate ? 'own' : lane);
  await noteResult(webhook, result);
  return result;
};

const call = async (webhook: WebhookItem, item: DeliveryItem, lane: Lane): Promise<AttemptResult> => {
  const { id, body, attempts } = item;
  if (webhook.destination === 'eventbridge') return putEvent(item);
  try {
    return await callReceiver({
      url: webhook.url,
      secrets: signingSecrets(webhook),
      id,
      payload: body,
      number: attempts,
      credentials: credentialsOf(webhook),
      timeoutMs: lane === 'fast' ? FAST_CALL : LONG_CALL,
    });
  } catch (error) {
    // An internal fault; only another attempt can help the receiver.
    log().error('A webhook call could not be made', { error: error as Error, event_id: id });
    return { outcome: 'retry', status: null, result: 'The call could not be made.', duration: 0 };
  }
};
