import { derivedId } from '../../lib/base/ids.ts';
import { featureUsed } from '../../lib/people/usage/entitlements.ts';
import { webhookEventOf } from '../../lib/signing/envelopes/event-effects.ts';

/** Ids of all webhook calls that these events of a chain cause: their own, and that of the feature they use. */
export const webhookIdsOf = (events: readonly { id: string; event: string; event_detail: string }[]): string[] =>
  events.flatMap((event) => [
    ...(webhookEventOf(event) === null ? [] : [event.id]),
    ...(featureUsed(event) === null ? [] : [derivedId('entitlement used', event.id)]),
  ]);
