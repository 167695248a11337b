import { changeRecord, getItem, type Item, putRecord, readPart } from './engine/client.ts';
import { ifHeld, isMade } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import { backlogIndex, deliveryKey, deliveryParts, retryIndex } from './engine/keys.ts';
import { pack, unpacked } from './engine/packed.ts';
import { readParts } from './engine/read-parts.ts';
import { ABSENT, allOf, is, PRESENT } from './engine/where.ts';
import type { Alteration } from './engine/write.ts';
import type { DeliveryItem } from './records/delivery.ts';

/** A delivery without its keys. */
export type Delivery = Omit<DeliveryItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>;

/** The body is the largest part of the item, and never changes. */
const packBody = <T extends Delivery & Key>({ body, ...item }: T): Omit<T, 'body'> & Key => ({
  ...item,
  packed: pack({ body }),
});

const readDelivery = (item: Key): DeliveryItem => unpacked<DeliveryItem>(item);

/** Changes an event of the log; undefined if the condition does not hold. */
const changeDelivery = async (key: Key, alteration: Alteration): Promise<DeliveryItem | undefined> => {
  const item = await ifHeld(() => changeRecord<Key>(key, alteration));
  return item && readDelivery(item);
};

/** A delivery that waits with all others, or in the queue of its webhook, which is slow or down. */
export type Lane = 'fast' | 'own';

const laneIndex = ({ webhook_id, id }: Pick<Delivery, 'webhook_id' | 'id'>, lane: Lane, due: string) =>
  lane === 'own' ? backlogIndex(webhook_id, due) : retryIndex(id, due);

/** Logs an event whose next attempt is due at `due`; undefined if it is logged already. */
export const logDelivery = (delivery: Delivery, lane: Lane, due: string): Promise<DeliveryItem | undefined> =>
  ifHeld(async () => {
    const { webhook_id, id } = delivery;
    const item = { ...deliveryKey(webhook_id, id), ...laneIndex(delivery, lane, due), ...delivery };
    await putRecord(packBody(item), ABSENT);
    return item;
  });

/** Logs an event that is not attempted; no change if it is logged already. */
export const logUnsent = async (delivery: Delivery): Promise<void> => {
  const { webhook_id, id } = delivery;
  await ifHeld(() => putRecord(packBody({ ...deliveryKey(webhook_id, id), ...delivery }), ABSENT));
};

/** Lets a logged event that is due at `now` wait in the queue of its webhook. */
export const moveToOwnQueue = async (webhook_id: string, id: string, now: string): Promise<void> => {
  await ifHeld(() =>
    changeRecord<Key>(deliveryKey(webhook_id, id), {
      set: backlogIndex(webhook_id, now),
      where: { status: 'pending', gsi1sk: is.atMost(now) },
    }),
  );
};

/** Deliveries that wait in the queue of a webhook, the longest due first; `to`: only those due then. */
export const waitingOf = async (
  webhook_id: string,
  { to, limit }: { to?: string; limit: number },
): Promise<Pick<DeliveryItem, 'webhook_id' | 'id' | 'gsi1sk'>[]> => {
  const { items } = await readPart<Item & Pick<DeliveryItem, 'webhook_id' | 'id' | 'gsi1sk'>>({
    pk: backlogIndex(webhook_id, '').gsi1pk,
    index: 'gsi1',
    to,
    limit,
  });
  return items;
};

/**
 * Counts an attempt of an event that is due `now` and leases it; undefined if it isn't due, or another worker has it.
 */
export const leaseDelivery = (
  webhook_id: string,
  id: string,
  { now, until }: { now: string; until: string },
): Promise<DeliveryItem | undefined> =>
  changeDelivery(deliveryKey(webhook_id, id), {
    set: { last_attempt_at: now, leased_until: until, gsi1sk: until },
    add: { attempts: 1 },
    where: { status: 'pending', gsi1sk: is.atMost(now) },
  });

/**
 * Ends the attempt for which `item` was leased; `next`: time of the next attempt and the queue for it, null for none.
 * No change if another worker has the event by now.
 */
export const endAttempt = async (
  item: DeliveryItem,
  changes: Partial<Omit<Delivery, 'body'>>,
  next: { at: string; lane: Lane } | null,
): Promise<void> => {
  const { attempts, leased_until } = item;
  await changeDelivery(item, {
    set: { ...changes, leased_until: null, ...(next ? laneIndex(item, next.lane, next.at) : {}) },
    unset: next === null ? ['gsi1pk', 'gsi1sk'] : [],
    where: { attempts, leased_until },
  });
};

/**
 * Makes a logged event due `now` with the whole schedule of retries, whatever its result was. Returns the new record;
 * an event that is being attempted stays unchanged. Undefined if there is none.
 */
export const makeDeliveryDue = async (
  webhook_id: string,
  id: string,
  again: { lane: Lane; now: string; ttl: number },
): Promise<DeliveryItem | undefined> => {
  const key = deliveryKey(webhook_id, id);
  const made = await changeDelivery(key, dueAgain({ webhook_id, id }, again));
  if (made) return made;
  const item = await getItem<Key>(key);
  return item && readDelivery(item);
};

const dueAgain = (
  delivery: Pick<Delivery, 'webhook_id' | 'id'>,
  { lane, now, ttl }: { lane: Lane; now: string; ttl: number },
): Alteration => ({
  set: { status: 'pending', leased_until: null, ...laneIndex(delivery, lane, now), ttl },
  copy: { attempts_before: 'attempts' },
  where: allOf(PRESENT, { leased_until: is.eitherOf(null, is.below(now)) }),
});

/** The same in the queue of its webhook and once for each `replay`; false if nothing was changed. */
export const replayDelivery = (
  webhook_id: string,
  id: string,
  { replay, ...again }: { replay: string; now: string; ttl: number },
): Promise<boolean> => {
  const { set, copy, where } = dueAgain({ webhook_id, id }, { ...again, lane: 'own' });
  const alteration = { set: { ...set, replay }, copy, where: allOf(where, { replay: is.not(replay) }) };
  return isMade(() => changeRecord<Key>(deliveryKey(webhook_id, id), alteration));
};

/** Time of the next attempt of a pending event. */
export const nextAttemptAt = ({ gsi1sk }: DeliveryItem): string | null => gsi1sk ?? null;

/** Events of a webhook's log, the newest first, and true if there may be more. `before`: the id of one. */
export const deliveriesBefore = async (
  webhook_id: string,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<{ items: DeliveryItem[]; isMore: boolean }> => {
  const { items, isMore } = await readParts<Key>({
    pks: deliveryParts(webhook_id),
    ...(before === undefined ? {} : { before: deliveryKey(webhook_id, before).sk }),
    backwards: true,
    wanted: rows,
  });
  return { items: items.map(readDelivery), isMore };
};

/**
 * A page of a webhook's log in the order of ids, which is that of time, with `from` and `to`; `isMore` if there may be
 * more after it.
 */
export const deliveriesBetween = async (
  webhook_id: string,
  { from, to, rows }: { from: string; to: string; rows: number },
): Promise<{ items: DeliveryItem[]; isMore: boolean }> => {
  const { items, isMore } = await readParts<Key>({ pks: deliveryParts(webhook_id), from, to, wanted: rows });
  return { items: items.map(readDelivery), isMore };
};
