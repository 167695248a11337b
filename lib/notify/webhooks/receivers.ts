import { config } from '../../base/config.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../storage/outbox/webhook-events.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import * as webhooks from '../../storage/webhooks.ts';
import type { NewReceiver, ReceiverChange } from './change-schema.ts';
import { MAX_RECEIVERS, type ReceiverState, type WebhookReceiver } from './receiver-schema.ts';
import {
  changeWebhook,
  isGone,
  overlapEnd,
  presentWebhook,
  type SettingsChange,
  unset,
  withChange,
} from './settings.ts';

/** Lists the organization's webhooks: its first one, if it was ever set, then the others by age. One query. */
export const listReceivers = async (organization_id: string): Promise<WebhookItem[]> => {
  const found = await webhooks.webhooksOf(organization_id);
  const isFirst = ({ id }: WebhookItem) => id === organization_id;
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
};

/**
 * Makes another webhook with a signing secret, active unless the request says otherwise. Throws `invalid` as a change,
 * and `organization_full`.
 */
export const createReceiver = async (
  organization_id: string,
  { destination, ...request }: NewReceiver,
): Promise<WebhookItem> => {
  if (destination === 'eventbridge' && !config.eventBus()) {
    invalid('destination', 'must be https: the owner of this deployment has given it no event bus');
  }
  const before = { ...unset(organization_id, newId()), destination, active: destination === 'eventbridge' };
  const made = withChange(before, settingsOf(request));
  const webhook = { ...made, version: 1 };
  if (!(await webhooks.addWebhook(webhook, MAX_RECEIVERS))) {
    fail('organization_full', { limit: MAX_RECEIVERS, things: 'webhooks beside the first' });
  }
  return webhook;
};

/** Changes the members that the request names. Throws `invalid` and `not_found`. */
export const changeReceiver = (organization_id: string, id: string, request: ReceiverChange): Promise<WebhookItem> =>
  changeWebhook(organization_id, settingsOf(request), id);

/** Removes a webhook. What waits for it is not sent. Throws `not_found`. */
export const deleteReceiver = async (organization_id: string, id: string): Promise<void> => {
  if (!(await webhooks.removeWebhook(organization_id, id))) fail('not_found');
};

const settingsOf = ({ events, ...request }: ReceiverChange): SettingsChange => ({
  ...request,
  ...(events ? { events: switchesOf(events) } : {}),
});

const switchesOf = (events: readonly WebhookEvent[]) =>
  Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, events.includes(event)])) as Record<WebhookEvent, boolean>;

/** Presents one of the webhooks. `reveal`: with the whole signing secret, for callers who may change it. */
export const presentReceiver = (item: WebhookItem, { reveal }: { reveal: boolean }): WebhookReceiver => {
  const { status, ...shared } = presentWebhook(item, { reveal });
  return {
    ...shared,
    id: item.id,
    description: item.description,
    destination: item.destination,
    administration: item.administration,
    events: WEBHOOK_EVENTS.filter((event) => item.events[event]),
    filters: item.filters,
    state: stateOf(item),
    secret_overlap_until: overlapEnd(item),
    last_result: status,
    replay: item.replay && withoutId(item.replay),
  };
};

const withoutId = ({ id: _, ...replay }: NonNullable<WebhookItem['replay']>) => replay;

const stateOf = (item: WebhookItem): ReceiverState => {
  if (isGone(item)) return 'gone';
  if (!item.active) return 'off';
  return item.in_turns ? 'behind' : 'active';
};
