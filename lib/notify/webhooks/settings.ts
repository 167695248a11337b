import { HOUR, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { fail, invalid } from '../../base/errors.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import { ADMINISTRATION_EVENT, type RoutedEventName } from '../../storage/outbox/webhook-events.ts';
import type { WebhookItem } from '../../storage/records/webhook.ts';
import * as webhooks from '../../storage/webhooks.ts';
import type { AttemptResult, ClientCredentials } from './call-receiver.ts';
import type { WebhookChange } from './change-schema.ts';
import { maskSecret } from './mask-secret.ts';
import { newWebhookSecret } from './secret.ts';
import { noEvents, type Webhook } from './webhook-schema.ts';

/** Time in which both secrets sign after a rotation. */
const SECRET_OVERLAP = 24 * HOUR;

/**
 * Reads a webhook of the organization, by default its first one, which has a record before it is set. Throws
 * `not_found`.
 */
export const readWebhook = async (organization_id: string, id: string = organization_id): Promise<WebhookItem> =>
  (await webhooks.findWebhookRecord(organization_id, id)) ??
  (id === organization_id ? unset(organization_id) : fail('not_found'));

/** The same for a call of it, which may miss a change of this moment: every call reads it. None is one that is off. */
export const webhookToCall = async (organization_id: string, id: string): Promise<WebhookItem> =>
  (await webhooks.findWebhookRecord(organization_id, id, { eventual: true })) ?? unset(organization_id, id);

/** True if such an event belongs in the webhook's log: it is active, or an answer 410 has switched it off. */
export const wants = (webhook: WebhookItem, event: RoutedEventName): boolean =>
  (isCallable(webhook) || isGone(webhook)) &&
  (event === ADMINISTRATION_EVENT ? webhook.administration : webhook.events[event]);

/** True if an answer 410 has switched the webhook off, and its owner hasn't changed it since. */
export const isGone = ({ gone = false }: WebhookItem): boolean => gone;

/** Changes of a webhook's settings: absent members and events stay unchanged. */
export type SettingsChange = WebhookChange & Partial<Pick<WebhookItem, 'description' | 'filters' | 'administration'>>;

/**
 * Changes the members that `change` names; the first change makes the signing secret. A first address switches the
 * webhook on unless `active` is given, and the end of its address switches it off. Throws `not_found`, and `invalid` if
 * it should be active without an address, or `client_credentials` lacks its data.
 */
export const changeWebhook = (
  organization_id: string,
  change: SettingsChange,
  id: string = organization_id,
): Promise<WebhookItem> =>
  webhooks.changeWebhookRecord(
    () => readWebhook(organization_id, id),
    (before) => ({
      after: withChange(before, change),
      isNew: change.url !== undefined || change.active !== undefined,
    }),
  );

/** The settings after a change of them. Throws as `changeWebhook`. */
export const withChange = (before: WebhookItem, change: SettingsChange): WebhookItem => {
  const { events, client_secret, ...rest } = change;
  const after = {
    ...before,
    ...defined(rest),
    active: change.active ?? activeAfter(before, change.url),
    client_secret: client_secret === undefined || client_secret === MASK ? before.client_secret : client_secret,
    events: { ...before.events, ...defined(events ?? {}) },
    secret_key: before.secret_key ?? newWebhookSecret(),
    // The old receiver's result doesn't apply to the new one.
    status: change.url === undefined || change.url === before.url ? before.status : null,
    gone: change.url === undefined && change.active === undefined && isGone(before),
  };
  const isBus = before.destination === 'eventbridge';
  if (isBus && change.url) invalid('url', "must be empty: the destination is the owner's event bus");
  if (!isBus && change.administration) invalid('administration', "is only for the owner's event bus");
  if (!isBus && change.active && after.url === '') invalid('url', 'is needed while active is true');
  if (after.auth_method === 'client_credentials') demandCredentials(after);
  return after;
};

const activeAfter = ({ destination, url, active }: WebhookItem, changed: string | undefined): boolean => {
  if (destination === 'eventbridge') return active;
  return url === '' ? Boolean(changed) : active && changed !== '';
};

/**
 * Makes a new signing secret. For `SECRET_OVERLAP` the previous one signs calls too, also retries; another rotation
 * within that time ends it at once. Throws `not_found`.
 */
export const rotateSecret = (organization_id: string, id: string = organization_id): Promise<WebhookItem> =>
  webhooks.changeWebhookRecord(
    () => readWebhook(organization_id, id),
    (before) => ({
      after: {
        ...before,
        secret_key: newWebhookSecret(),
        previous_secret_key: before.secret_key,
        previous_secret_expires_at: before.secret_key === null ? null : timestampIn(SECRET_OVERLAP),
      },
    }),
  );

/** True if the webhook can be called. */
export const isCallable = (webhook: WebhookItem): boolean =>
  webhook.active && (webhook.url !== '' || webhook.destination === 'eventbridge');

/** The secrets that sign a call now, the current one first. */
export const signingSecrets = (webhook: WebhookItem): string[] => {
  const previous = overlapEnd(webhook) === null ? null : webhook.previous_secret_key;
  return [webhook.secret_key, previous].filter((secret) => secret !== null);
};

/** Time until which the secret before the latest rotation signs, too; null if it doesn't. */
export const overlapEnd = ({ previous_secret_expires_at: end }: WebhookItem): string | null =>
  end !== null && end > timestamp() ? end : null;

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
  const failing_since = outcome === 'delivered' ? null : (webhook.failing_since ?? timestamp());
  const changes = { [time]: timestamp(), status: result, failing_since };
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

/** The settings of a webhook that nobody has made yet. */
export const unset = (organization_id: string, id: string = organization_id): WebhookItem => ({
  ...webhooks.webhookAt(organization_id, id),
  id,
  organization_id,
  description: '',
  destination: 'https',
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
  administration: false,
  filters: null,
  status: null,
  last_success: null,
  last_failure: null,
  failing_since: null,
  in_turns: false,
  failed_turns: 0,
  empty_turn: false,
  replay: null,
  version: 0,
});

const demandCredentials = (webhook: WebhookItem): void => {
  for (const field of ['token_endpoint', 'client_id', 'client_secret'] as const) {
    if (!webhook[field]) invalid(field, 'is needed for the auth_method client_credentials');
  }
};

const defined = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
