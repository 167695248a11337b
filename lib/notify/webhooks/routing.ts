import type { WebhookEventMessage } from '../../storage/outbox/queues.ts';
import type { RoutedEventName } from '../../storage/outbox/webhook-events.ts';
import { webhooksToCall } from '../../storage/webhooks.ts';
import { passes } from './filters.ts';
import { wants } from './settings.ts';

/** An event of an organization, before it is known which of its webhooks want it. */
export type RoutedEvent = Omit<WebhookEventMessage, 'webhook_id'>;

/** The messages by which these events reach the webhooks that want them. One query for each organization. */
export const routed = async (events: readonly RoutedEvent[]): Promise<WebhookEventMessage[]> => {
  const byOrganization = Map.groupBy(events, ({ organization_id }) => organization_id);
  const messages = await Promise.all(
    [...byOrganization].map(async ([organization_id, own]) => {
      const webhooks = await webhooksToCall(organization_id);
      return own.flatMap((event) =>
        webhooks
          .filter(
            (webhook) =>
              wants(webhook, event.webhook_event) && passes(webhook.filters, event.webhook_event, event.data),
          )
          .map(({ id }) => ({ ...event, webhook_id: id })),
      );
    }),
  );
  return messages.flat();
};

/** True if any webhook of the organization may want such an event, whatever it is about. */
export const isWanted = async (organization_id: string, event: RoutedEventName): Promise<boolean> =>
  (await webhooksToCall(organization_id)).some((webhook) => wants(webhook, event));
