import { timestamp } from '../base/clock.ts';
import { changeOne } from './engine/change.ts';
import { changeRecord, collection, getItem, type Reading, readPart, readWhole, transact } from './engine/client.ts';
import { commit, ifHeld, isMade } from './engine/commit.ts';
import { organizationCountsKey, receiverKey, turnIndex, webhookKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, allOf, anyOf, is, PRESENT, type Where } from './engine/where.ts';
import type { Alteration, Write } from './engine/write.ts';
import { membersOf } from './members.ts';
import type { ReceiverReplay, WebhookItem } from './records/webhook.ts';

/** Place of an organization's webhook; its first one has the organization's id. */
export const webhookAt = (organization_id: string, id: string): At<WebhookItem> => at(receiverKey(organization_id, id));

export const findWebhookRecord = (
  organization_id: string,
  id: string,
  reading?: Reading,
): Promise<WebhookItem | undefined> => getItem<WebhookItem>(receiverKey(organization_id, id), reading);

/** All webhooks of an organization by age, its first one at the end. */
export const webhooksOf = (organization_id: string): Promise<WebhookItem[]> =>
  collection<WebhookItem>(webhookKey(organization_id).pk);

/** The same, which may miss the latest writes: all events of an organization read it. */
export const webhooksToCall = (organization_id: string): Promise<WebhookItem[]> =>
  readWhole<WebhookItem>({ pk: webhookKey(organization_id).pk, eventual: true });

/** Stores a new webhook beside the first; false if the organization has `most` of them already. */
export const addWebhook = (webhook: WebhookItem, most: number): Promise<boolean> =>
  isMade(() =>
    transact([
      { put: webhook },
      {
        change: organizationCountsKey(webhook.organization_id),
        add: { receivers: 1 },
        where: { receivers: is.eitherOf(is.missing, is.below(most)) },
      },
    ]),
  );

/** Removes a webhook; false if there is none. The first one is then as it was before it was set. */
export const removeWebhook = (organization_id: string, id: string): Promise<boolean> => {
  const fewer: Write = { change: organizationCountsKey(organization_id), add: { receivers: -1 } };
  const remove = { remove: receiverKey(organization_id, id), where: PRESENT };
  return isMade(() => transact([remove, ...(id === organization_id ? [] : [fewer])]));
};

/** Members that workers write beside the settings. */
type Noted = Pick<
  WebhookItem,
  'last_success' | 'last_failure' | 'failing_since' | 'in_turns' | 'failed_turns' | 'empty_turn' | 'replay'
>;

/**
 * Changes the settings by `decide` and returns the new ones; decides again if they were changed meanwhile. Results that
 * workers write beside the settings are not overwritten. `isNew`: what they say doesn't apply to the settings as they
 * are now, so that what waits is called at once.
 */
export const changeWebhookRecord = (
  read: () => Promise<WebhookItem>,
  decide: (before: WebhookItem) => { after: WebhookItem; isNew?: boolean },
): Promise<WebhookItem> =>
  changeOne<WebhookItem, WebhookItem>(read, (before) => {
    const decided = decide(before);
    const { last_success, last_failure, failing_since, in_turns, failed_turns, empty_turn, replay, ...after } =
      membersOf(decided.after);
    const noted: Noted = { last_success, last_failure, failing_since, in_turns, failed_turns, empty_turn, replay };
    const first = before.version === 0;
    return {
      change: before,
      set: {
        ...after,
        ...(first ? noted : {}),
        ...(decided.isNew && !first ? FRESH : {}),
        ...(decided.isNew && before.gsi1sk !== undefined ? turnIndex(timestamp()) : {}),
        version: before.version + 1,
      },
      where: first ? ABSENT : { version: before.version },
    };
  });

const FRESH = { failing_since: null, in_turns: false, failed_turns: 0 } satisfies Partial<Noted>;

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
  await commit<void>([{ change: receiverKey(webhook.organization_id, webhook.id), ...off }, ...also], {
    refuse: () => undefined,
  });
};

/** From now on its deliveries wait in a queue of its own, and are called in turn, first at `first`. */
export const putIntoTurns = async (webhook: WebhookItem, first: string): Promise<void> => {
  const set = { in_turns: true, failed_turns: 0, empty_turn: false, ...turnIndex(first) };
  await ifHeld(() => changeRecord(webhook, { set, where: { url: webhook.url, in_turns: is.not(true) } }));
};

/** Has the webhook called in turn at `next` at the latest, whatever was planned: its queue isn't empty. */
export const hastenTurn = async (webhook: WebhookItem, next: string): Promise<void> => {
  const late = anyOf({ gsi1sk: is.missing }, { gsi1sk: is.above(next) });
  await ifHeld(() =>
    changeRecord(webhook, { set: { empty_turn: false, ...turnIndex(next) }, where: allOf(PRESENT, late) }),
  );
};

/** Webhooks whose turn has come at `at`, the longest overdue first. */
export const turnsDue = async (at: string, limit: number): Promise<WebhookItem[]> => {
  const { items } = await readPart<WebhookItem>({ pk: turnIndex('').gsi1pk, index: 'gsi1', to: at, limit });
  return items;
};

/** Leases a webhook whose turn has come, and returns its settings; undefined if another worker has it. */
export const leaseTurn = (
  webhook: WebhookItem,
  { now, until }: { now: string; until: string },
): Promise<WebhookItem | undefined> =>
  ifHeld(() => changeRecord<WebhookItem>(webhook, { set: { gsi1sk: until }, where: { gsi1sk: is.atMost(now) } }));

/** Ends the turn that `leased` was read for. `next`: time of the next one, null for none. */
export const endTurn = async (
  leased: WebhookItem,
  set: Partial<Pick<WebhookItem, 'in_turns' | 'failed_turns' | 'empty_turn'>>,
  next: string | null,
): Promise<void> => {
  const where: Where = { gsi1sk: leased.gsi1sk };
  await ifHeld(() =>
    changeRecord(leased, {
      set: { ...set, ...(next === null ? {} : { gsi1sk: next }) },
      unset: next === null ? ['gsi1pk', 'gsi1sk'] : [],
      where,
    }),
  );
};

/** The write that begins a replay; it fails while one runs that was begun after `stale`. */
export const replayWrite = (webhook: WebhookItem, replay: ReceiverReplay, stale: string): Write => ({
  change: receiverKey(webhook.organization_id, webhook.id),
  set: { replay },
  where: allOf(
    PRESENT,
    anyOf(
      { replay: is.eitherOf(is.missing, null) },
      { 'replay.finished_at': is.not(null) },
      { 'replay.started_at': is.below(stale) },
    ),
  ),
});

/** Records what a replay has sent so far, unless another one was begun; `finished_at` once it has sent all. */
export const noteReplay = async (
  webhook: WebhookItem,
  id: string,
  { count, finished_at }: Pick<ReceiverReplay, 'count' | 'finished_at'>,
): Promise<void> => {
  const set = { 'replay.count': count, 'replay.finished_at': finished_at };
  await ifHeld(() => changeRecord(webhook, { set, where: { 'replay.id': id } }));
};
