import { derivedEventId } from '../../lib/base/ids.ts';
import { featureUsed } from '../../lib/people/usage/entitlements.ts';
import { webhookEventOf } from '../../lib/signing/envelopes/rules/event-effects.ts';
import type { EventName } from '../../lib/storage/outbox/event-names.ts';

/** Ids of all webhook calls that these events of a chain cause: their own, and that of the feature they use. */
export const webhookIdsOf = (events: readonly { id: string; event: string; event_detail: string }[]): string[] =>
  events
    .map(namedEvent)
    .flatMap((event) => [
      ...(webhookEventOf(event) === null ? [] : [event.id]),
      ...(featureUsed(event) === null ? [] : [derivedEventId('entitlement used', event.id)]),
    ]);

/** An event of an answer, whose contract leaves its name open, as one of the chain's. */
export const namedEvent = <E extends { event: string }>(event: E) => ({ ...event, event: event.event as EventName });
