import { HOUR, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { WebhookEvent } from '../../storage/outbox/webhook-events.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import * as webhooks from '../../storage/webhooks.ts';
import type { AttemptResult, ClientCredentials } from './call-receiver.ts';
import { maskSecret, newWebhookSecret } from './secret.ts';
import { noEvents, type Webhook, type WebhookChange } from './webhook-schema.ts';

/** Time in which both secrets sign after a rotation. */
const SECRET_OVERLAP = 24 * HOUR;

/** Reads the organization's webhook; before it is configured, a default record. */
export const readWebhook = async (organization_id: string): Promise<WebhookItem> =>
  (await webhooks.findWebhookRecord(organization_id)) ?? unset(organization_id);

/** The same for a call of it, which may miss a change of this moment: every call reads it. */
export const webhookToCall = async (organization_id: string): Promise<WebhookItem> =>
  (await webhooks.findWebhookRecord(organization_id, { eventual: true })) ?? unset(organization_id);

/** True if such an event belongs in the webhook's log: it is active, or an answer 410 has switched it off. */
export const wants = (webhook: WebhookItem, event: WebhookEvent): boolean =>
  (isCallable(webhook) || isGone(webhook)) && webhook.events[event];

/** True if an answer 410 has switched the webhook off, and its owner hasn't changed it since. */
export const isGone = ({ gone = false }: WebhookItem): boolean => gone;

/** Selects the events that the webhooks of their organizations want. One read for all. */
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
 * Changes the members that `change` names; the first change makes the signing secret. A first address switches the
 * webhook on unless `active` is given, and the end of its address switches it off. Throws `invalid` if it should be
 * active without an address, or `client_credentials` lacks its data.
 */
export const changeWebhook = (organization_id: string, change: WebhookChange): Promise<WebhookItem> =>
  changeOwnWebhook(organization_id, (before) => {
    const { events, client_secret, ...rest } = change;
    const after = {
      ...before,
      ...rest,
      active: change.active ?? (before.url === '' ? Boolean(change.url) : before.active && change.url !== ''),
      client_secret: client_secret === undefined || client_secret === MASK ? before.client_secret : client_secret,
      events: { ...before.events, ...defined(events ?? {}) },
      secret_key: before.secret_key ?? newWebhookSecret(),
      // The old receiver's result doesn't apply to the new one.
      status: change.url === undefined || change.url === before.url ? before.status : null,
      gone: change.url === undefined && change.active === undefined && isGone(before),
    };
    if (change.active && after.url === '') invalid('url', 'is needed while active is true');
    if (after.auth_method === 'client_credentials') demandCredentials(after);
    return after;
  });

/**
 * Makes a new signing secret. For `SECRET_OVERLAP` the previous one signs calls too, also retries; another rotation
 * within that time ends it at once.
 */
export const rotateSecret = (organization_id: string): Promise<WebhookItem> =>
  changeOwnWebhook(organization_id, (before) => ({
    ...before,
    secret_key: newWebhookSecret(),
    previous_secret_key: before.secret_key,
    previous_secret_expires_at: before.secret_key === null ? null : timestampIn(SECRET_OVERLAP),
  }));

/** True if the webhook can be called. */
export const isCallable = (webhook: WebhookItem): boolean => webhook.active && webhook.url !== '';

/** The secrets that sign a call now, the current one first. */
export const signingSecrets = (webhook: WebhookItem): string[] => {
  const previous = (webhook.previous_secret_expires_at ?? '') > timestamp() ? webhook.previous_secret_key : null;
  return [webhook.secret_key, previous].filter((secret) => secret !== null);
};

/** Credentials for the token of calls; undefined if they need none. */
export const credentialsOf = (webhook: WebhookItem): ClientCredentials | undefined => {
  const { auth_method, token_endpoint, client_id, client_secret, scope } = webhook;
  if (auth_method !== 'client_credentials' || !token_endpoint || !client_id || !client_secret) return undefined;
  return { token_endpoint, client_id, client_secret, scope };
};

/**
 * Time within which a result like the latest isn't recorded again: all calls of an organization write the same record.
 */
const SAME_RESULT = 10 * SECOND;

/**
 * Records the result of an attempt. A receiver that is gone (410) is switched off, unless the address was changed
 * meanwhile, and the organization's owners are notified.
 */
export const noteResult = async (webhook: WebhookItem, { outcome, result }: AttemptResult): Promise<void> => {
  const time = outcome === 'delivered' ? 'last_success' : 'last_failure';
  const changes = { [time]: timestamp(), status: result };
  if (outcome === 'gone') await webhooks.switchOff(webhook, changes, [switchedOff(webhook)]);
  else if (webhook.status !== result || (webhook[time] ?? '') < timestampIn(-SAME_RESULT)) {
    await webhooks.noteAttempt(webhook, changes);
  }
};

/** The mail names the host only, because the rest of the address may be a secret. */
const switchedOff = ({ organization_id, url }: WebhookItem) =>
  outboxWrite(organization_id, {
    message: { kind: 'webhook_switched_off', organization_id, host: new URL(url).host, happened_at: timestamp() },
  });

/** Presents the webhook. `reveal`: with the whole signing secret, for callers who may change it. */
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

/** Mask of the receiver's client secret; clients that echo it change nothing. */
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

const changeOwnWebhook = (
  organization_id: string,
  change: (before: WebhookItem) => WebhookItem,
): Promise<WebhookItem> => webhooks.changeWebhookRecord(() => readWebhook(organization_id), change);

const demandCredentials = (webhook: WebhookItem): void => {
  for (const field of ['token_endpoint', 'client_id', 'client_secret'] as const) {
    if (!webhook[field]) invalid(field, 'is needed for the auth_method client_credentials');
  }
};

const defined = <T extends object>(flags: T) =>
  Object.fromEntries(Object.entries(flags).filter(([, flag]) => flag !== undefined));
