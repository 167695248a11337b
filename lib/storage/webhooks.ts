import { changeOne } from './change.ts';
import { changeRecord, getItem, getItems } from './client.ts';
import { commit, ifHeld } from './commit.ts';
import { webhookKey } from './keys.ts';
import { membersOf } from './members.ts';
import { type At, at } from './read.ts';
import type { WebhookItem } from './records/webhook.ts';
import { ABSENT, is } from './where.ts';
import type { Alteration, Write } from './write.ts';

export const webhookAt = (organization_id: string): At<WebhookItem> => at(webhookKey(organization_id));

export const findWebhook = (organization_id: string): Promise<WebhookItem | undefined> =>
  getItem<WebhookItem>(webhookKey(organization_id));

/** The webhooks of these organizations, in their order; undefined where one has none. One read. */
export const webhooksOf = (organizations: readonly string[]): Promise<(WebhookItem | undefined)[]> =>
  getItems<WebhookItem>(organizations.map(webhookKey));

/**
 * Writes what `decide` makes of the settings, and answers them as they are then; decides anew where somebody else was
 * faster. Workers note results beside the settings: what they write is not overwritten.
 */
export const changeWebhook = (
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

/** Notes the result of an attempt, unless another address was set meanwhile. */
export const noteAttempt = async (webhook: WebhookItem, set: Partial<WebhookItem>): Promise<void> => {
  await ifHeld(() => changeRecord(webhook, { set, where: { url: webhook.url } }));
};

/** The same, and switches the webhook off, with `also` in the same transaction. Nothing where it is off already. */
export const switchOff = async (
  webhook: WebhookItem,
  set: Partial<WebhookItem>,
  also: readonly Write[],
): Promise<void> => {
  const off: Alteration = {
    set: { ...set, active: false },
    add: { version: 1 },
    where: { url: webhook.url, active: is.not(false) },
  };
  await commit<void>([{ change: webhookKey(webhook.organization_id), ...off }, ...also], { refuse: () => undefined });
};
