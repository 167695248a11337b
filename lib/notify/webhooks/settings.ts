import { HOUR, timestamp, timestampIn } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { WebhookEvent } from '../../storage/outbox/webhook-events.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import * as webhooks from '../../storage/webhooks.ts';
import type { ClientCredentials, DeliveryResult } from './deliver.ts';
import { noEvents, type Webhook, type WebhookChange } from './schema.ts';
import { maskSecret, newWebhookSecret } from './secret.ts';

/** How long both secrets sign after a rotation. */
const SECRET_OVERLAP = 24 * HOUR;

/** The organization's webhook; before one was set, a record that says so. */
export const findWebhook = async (organization_id: string): Promise<WebhookItem> =>
  (await webhooks.findWebhook(organization_id)) ?? unset(organization_id);

/** True if the webhook is to be told of such an event. */
export const wants = (webhook: WebhookItem, event: WebhookEvent): boolean => isActive(webhook) && webhook.events[event];

/** Of these events, those that the webhooks of their organizations are to be told of. One read for all. */
export const wantedEvents = async <E extends { organization_id: string; webhook_event: WebhookEvent }>(
  events: readonly E[],
): Promise<E[]> => {
  const organizations = [...new Set(events.map(({ organization_id }) => organization_id))];
  const found = await webhooks.webhooksOf(organizations);
  return events.filter(({ organization_id, webhook_event }) => {
    const webhook = found[organizations.indexOf(organization_id)];
    return webhook !== undefined && wants(webhook, webhook_event);
  });
};

/**
 * Changes what `change` states; the first change makes the signing secret. An address that is given for the first time
 * switches the webhook on unless `active` is stated. Ends the request with 406 where what `client_credentials` needs is
 * missing.
 */
export const changeWebhook = (organization_id: string, change: WebhookChange): Promise<WebhookItem> =>
  changing(organization_id, (before) => {
    const { events, client_secret, ...rest } = change;
    const after = {
      ...before,
      ...rest,
      active: change.active ?? (before.url === '' ? Boolean(change.url) : before.active),
      client_secret: client_secret === undefined || client_secret === MASK ? before.client_secret : client_secret,
      events: { ...before.events, ...defined(events ?? {}) },
      secret_key: before.secret_key ?? newWebhookSecret(),
      // What the old receiver answered says nothing of the new one.
      status: change.url === undefined || change.url === before.url ? before.status : null,
    };
    if (after.auth_method === 'client_credentials') demandCredentials(after);
    return after;
  });

/**
 * A new signing secret, or the first. For `SECRET_OVERLAP` calls are signed by the one before too, also those that are
 * still to be repeated; another rotation within that time ends it at once.
 */
export const rotateSecret = (organization_id: string): Promise<WebhookItem> =>
  changing(organization_id, (before) => ({
    ...before,
    secret_key: newWebhookSecret(),
    previous_secret_key: before.secret_key,
    previous_secret_expires_at: before.secret_key === null ? null : timestampIn(SECRET_OVERLAP),
  }));

/** True if events are to be sent at all. */
export const isActive = (webhook: WebhookItem): boolean => webhook.active && webhook.url !== '';

/** The secrets that sign a call now: the current one first. */
export const signingSecrets = (webhook: WebhookItem): string[] => {
  const previous = (webhook.previous_secret_expires_at ?? '') > timestamp() ? webhook.previous_secret_key : null;
  return [webhook.secret_key, previous].filter((secret) => secret !== null);
};

/** How to get the token that calls carry; undefined where they carry none. */
export const credentialsOf = (webhook: WebhookItem): ClientCredentials | undefined => {
  const { auth_method, token_endpoint, client_id, client_secret, scope } = webhook;
  if (auth_method !== 'client_credentials' || !token_endpoint || !client_id || !client_secret) return undefined;
  return { token_endpoint, client_id, client_secret, scope };
};

/**
 * Notes how an attempt went. A receiver that is gone (410) is switched off, unless another address was set meanwhile, and the
 * organization's owners are told.
 */
export const noteResult = async (webhook: WebhookItem, { outcome, result }: DeliveryResult): Promise<void> => {
  const changes = { [outcome === 'delivered' ? 'last_success' : 'last_failure']: timestamp(), status: result };
  if (outcome === 'gone') await webhooks.switchOff(webhook, changes, [switchedOff(webhook)]);
  else await webhooks.noteAttempt(webhook, changes);
};

/** The mail names the host alone: the rest of the address may be as good as a password. */
const switchedOff = ({ organization_id, url }: WebhookItem) =>
  outboxWrite(organization_id, {
    message: { kind: 'webhook_switched_off', organization_id, host: new URL(url).host, happened_at: timestamp() },
  });

/** The webhook as it is answered. `reveal`: with the whole signing secret, for who may change it. */
export const presentWebhook = (item: WebhookItem, { reveal }: { reveal: boolean }): Webhook => ({
  id: item.organization_id,
  organization_id: item.organization_id,
  url: item.url,
  secret_key: item.secret_key === null || reveal ? item.secret_key : maskSecret(item.secret_key),
  client_id: item.client_id,
  client_secret: item.client_secret === null ? null : MASK,
  scope: item.scope,
  token_endpoint: item.token_endpoint,
  auth_method: item.auth_method,
  active: item.active,
  events: item.events,
  status: item.status,
  last_success: item.last_success,
  last_failure: item.last_failure,
});

/** What is shown of the receiver's client secret; clients that echo it back change nothing. */
const MASK = '********';

const unset = (organization_id: string): WebhookItem => ({
  ...webhooks.webhookAt(organization_id),
  organization_id,
  url: '',
  secret_key: null,
  previous_secret_key: null,
  previous_secret_expires_at: null,
  client_id: null,
  client_secret: null,
  scope: null,
  token_endpoint: null,
  auth_method: 'hmac',
  active: false,
  events: noEvents(),
  status: null,
  last_success: null,
  last_failure: null,
  version: 0,
});

const changing = (organization_id: string, change: (before: WebhookItem) => WebhookItem): Promise<WebhookItem> =>
  webhooks.changeWebhook(() => findWebhook(organization_id), change);

const demandCredentials = (webhook: WebhookItem): void => {
  for (const field of ['token_endpoint', 'client_id', 'client_secret'] as const) {
    if (!webhook[field]) invalid(field, 'is needed for the auth_method client_credentials');
  }
};

const defined = <T extends object>(flags: T) =>
  Object.fromEntries(Object.entries(flags).filter(([, flag]) => flag !== undefined));
