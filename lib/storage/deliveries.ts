import { changeRecord, getItem, putRecord } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import { deliveryKey, deliveryParts, retryIndex } from './engine/keys.ts';
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

/** Logs an event whose next attempt is due at `due`; undefined if it is logged already. */
export const logDelivery = (delivery: Delivery, due: string): Promise<DeliveryItem | undefined> =>
  ifHeld(async () => {
    const { organization_id, id } = delivery;
    const item = { ...deliveryKey(organization_id, id), ...retryIndex(id, due), ...delivery };
    await putRecord(packBody(item), ABSENT);
    return item;
  });

/** Logs an event that is not attempted; no change if it is logged already. */
export const logUnsent = async (delivery: Delivery): Promise<void> => {
  const { organization_id, id } = delivery;
  await ifHeld(() => putRecord(packBody({ ...deliveryKey(organization_id, id), ...delivery }), ABSENT));
};

/**
 * Counts an attempt of an event that is due `now` and leases it; undefined if it isn't due, or another worker has it.
 */
export const leaseDelivery = (
  organization_id: string,
  id: string,
  { now, until }: { now: string; until: string },
): Promise<DeliveryItem | undefined> =>
  changeDelivery(deliveryKey(organization_id, id), {
    set: { last_attempt_at: now, leased_until: until, gsi1sk: until },
    add: { attempts: 1 },
    where: { status: 'pending', gsi1sk: is.atMost(now) },
  });

/**
 * Ends the attempt for which `item` was leased; `next`: time of the next attempt, null for none. No change if another
 * worker has the event by now.
 */
export const endAttempt = async (
  item: DeliveryItem,
  changes: Partial<Omit<Delivery, 'body'>>,
  next: string | null,
): Promise<void> => {
  const { attempts, leased_until } = item;
  await changeDelivery(item, {
    set: { ...changes, leased_until: null, ...(next === null ? {} : { gsi1sk: next }) },
    unset: next === null ? ['gsi1pk', 'gsi1sk'] : [],
    where: { attempts, leased_until },
  });
};

/**
 * Makes a logged event due `now` with the whole schedule of retries, whatever its result was. Returns the new record;
 * an event that is being attempted stays unchanged. Undefined if there is none.
 */
export const makeDeliveryDue = async (
  organization_id: string,
  id: string,
  { now, ttl }: { now: string; ttl: number },
): Promise<DeliveryItem | undefined> => {
  const key = deliveryKey(organization_id, id);
  const made = await changeDelivery(key, {
    set: { status: 'pending', leased_until: null, ...retryIndex(id, now), ttl },
    copy: { attempts_before: 'attempts' },
    where: allOf(PRESENT, { leased_until: is.eitherOf(null, is.below(now)) }),
  });
  if (made) return made;
  const item = await getItem<Key>(key);
  return item && readDelivery(item);
};

/** Time of the next attempt of a pending event. */
export const nextAttemptAt = ({ gsi1sk }: DeliveryItem): string | null => gsi1sk ?? null;

/** Events of an organization's log, the newest first, and true if there may be more. `before`: the id of one. */
export const deliveriesBefore = async (
  organization_id: string,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<{ items: DeliveryItem[]; isMore: boolean }> => {
  const { items, isMore } = await readParts<Key>({
    pks: deliveryParts(organization_id),
    ...(before === undefined ? {} : { before: deliveryKey(organization_id, before).sk }),
    backwards: true,
    wanted: rows,
  });
  return { items: items.map(readDelivery), isMore };
};
