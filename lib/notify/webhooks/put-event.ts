import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { clientSettings } from '../../aws/client.ts';
import { shortenOnLoopback } from '../../aws/loopback.ts';
import { config } from '../../base/config.ts';
import { idAfter } from '../../base/ids.ts';
import type { DeliveryItem } from '../../storage/records/delivery.ts';
import type { AttemptResult } from './call-receiver.ts';
import { fitting } from './fitting.ts';
import { FAST_CALL } from './lanes.ts';

let client: EventBridgeClient | undefined;

/** One try for each attempt: the schedule of attempts makes the others. */
const eventBridge = (): EventBridgeClient => {
  client ??= shortenOnLoopback(
    new EventBridgeClient({ ...clientSettings(FAST_CALL), maxAttempts: 1 }),
    'AWS_ENDPOINT_URL_EVENTBRIDGE',
  );
  return client;
};

/**
 * Puts an event on the owner's event bus: `source` is `countersign`, `detail-type` the event's kind, `resources` the
 * organization, and `detail` what a call has, with the id that calls have as `webhook-id`, cut to what a bus takes.
 * Never throws for faults of the bus: those are tried again, as if a receiver hadn't answered.
 */
export const putEvent = async ({
  id,
  organization_id,
  webhook_id,
  event,
  body,
  created_at,
}: DeliveryItem): Promise<AttemptResult> => {
  const began = performance.now();
  const result = await resultOf(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: config.eventBus(),
          Source: 'countersign',
          DetailType: event,
          Resources: [organization_id],
          Time: new Date(created_at),
          Detail: JSON.stringify(fitting({ id, ...JSON.parse(body) }, readAt(webhook_id, id))),
        },
      ],
    }),
  );
  return { ...result, duration: Math.round(performance.now() - began) };
};

/** Address at which a delivery is read whole: the page of its webhook's log that begins with it. */
const readAt = (webhook_id: string, id: string): string =>
  `${config.baseUrl()}/v2/webhooks/receivers/${webhook_id}/deliveries?rows=1&before=${idAfter(id)}`;

const resultOf = async (command: PutEventsCommand): Promise<Omit<AttemptResult, 'duration'>> => {
  if (!config.eventBus()) return { outcome: 'retry', status: null, result: 'This deployment has no event bus.' };
  try {
    const { Entries = [] } = await eventBridge().send(command);
    const [entry] = Entries;
    if (entry?.EventId) return { outcome: 'delivered', status: 200, result: '200 OK' };
    return {
      outcome: 'retry',
      status: null,
      result: `The event bus refused it: ${entry?.ErrorCode ?? 'no reason given'}`,
    };
  } catch (error) {
    return { outcome: 'retry', status: null, result: `The event bus did not take it: ${(error as Error).name}` };
  }
};
