import { changeOne } from './engine/change.ts';
import { changeRecord, getItem, getItems, type Reading } from './engine/client.ts';
import { commit, ifHeld } from './engine/commit.ts';
import { webhookKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, is } from './engine/where.ts';
import type { Alteration, Write } from './engine/write.ts';
import { membersOf } from './members.ts';
import type { WebhookItem } from './records/webhook.ts';

export const webhookAt = (organization_id: string): At<WebhookItem> => at(webhookKey(organization_id));

export const findWebhookRecord = (organization_id: string, reading?: Reading): Promise<WebhookItem | undefined> =>
  getItem<WebhookItem>(webhookKey(organization_id), reading);

/**
 * Reads the webhooks of these organizations in their order; undefined for missing ones. One read, which may miss the
 * latest writes: all events of an organization read the same.
 */
export const webhooksOf = (organizations: readonly string[]): Promise<(WebhookItem | undefined)[]> =>
  getItems<WebhookItem>(organizations.map(webhookKey), { eventual: true });

/**
 * Changes the settings by `decide` and returns the new ones; decides again if they were changed meanwhile. Results that
 * workers write beside the settings are not overwritten.
 */
export const changeWebhookRecord = (
  read: () => Promise<WebhookItem>,
  decide: (before: WebhookItem) => WebhookItem,
): Promise<WebhookItem> =>
  changeOne<WebhookItem, WebhookItem>(read, (before) => {
    const { last_success, last_failure, ...after } = membersOf(decide(before));
    const first = before.version === 0;
    return {
      change: before,
      set: { ...after, ...(first ? { last_success, last_failure } : {}), version: before.version + 1 },
      where: first ? ABSENT : { version: before.version },
    };
  });

/** Records the result of an attempt, unless the address was changed meanwhile. */
export const noteAttempt = async (webhook: WebhookItem, set: Partial<WebhookItem>): Promise<void> => {
  await ifHeld(() => changeRecord(webhook, { set, where: { url: webhook.url } }));
};

/** The same, and switches the webhook off, with `also` in the same transaction. No change if it is off already. */
export const switchOff = async (
  webhook: WebhookItem,
  set: Partial<WebhookItem>,
  also: readonly Write[],
): Promise<void> => {
  const off: Alteration = {
    set: { ...set, active: false, gone: true },
    add: { version: 1 },
    where: { url: webhook.url, active: is.not(false) },
  };
  await commit<void>([{ change: webhookKey(webhook.organization_id), ...off }, ...also], { refuse: () => undefined });
};
