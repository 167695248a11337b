import { changeRecord, getItem, putRecord, readPart } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { deliveryKey, retryIndex } from './engine/keys.ts';
import { ABSENT, allOf, is, PRESENT } from './engine/where.ts';
import type { DeliveryItem } from './records/delivery.ts';

/** A delivery without its keys. */
export type Delivery = Omit<DeliveryItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>;

/** Logs an event whose next attempt is due at `due`; undefined if it is logged already. */
export const logDelivery = (delivery: Delivery, due: string): Promise<DeliveryItem | undefined> =>
  ifHeld(async () => {
    const { organization_id, id } = delivery;
    const item = { ...deliveryKey(organization_id, id), ...retryIndex(id, due), ...delivery };
    await putRecord(item, ABSENT);
    return item;
  });

/** Logs an event that is not attempted; no change if it is logged already. */
export const logUnsent = async (delivery: Delivery): Promise<void> => {
  const { organization_id, id } = delivery;
  await ifHeld(() => putRecord({ ...deliveryKey(organization_id, id), ...delivery }, ABSENT));
};

/**
 * Counts an attempt of an event that is due `now` and leases it; undefined if it isn't due, or another worker has it.
 */
export const leaseDelivery = (
  organization_id: string,
  id: string,
  { now, until }: { now: string; until: string },
): Promise<DeliveryItem | undefined> =>
  ifHeld(() =>
    changeRecord<DeliveryItem>(deliveryKey(organization_id, id), {
      set: { last_attempt_at: now, leased_until: until, gsi1sk: until },
      add: { attempts: 1 },
      where: { status: 'pending', gsi1sk: is.atMost(now) },
    }),
  );

/**
 * Ends the attempt for which `item` was leased; `next`: time of the next attempt, null for none. No change if another
 * worker has the event by now.
 */
export const endAttempt = async (
  item: DeliveryItem,
  changes: Partial<Delivery>,
  next: string | null,
): Promise<void> => {
  const { attempts, leased_until } = item;
  await ifHeld(() =>
    changeRecord(item, {
      set: { ...changes, leased_until: null, ...(next === null ? {} : { gsi1sk: next }) },
      unset: next === null ? ['gsi1pk', 'gsi1sk'] : [],
      where: { attempts, leased_until },
    }),
  );
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
  const made = await ifHeld(() =>
    changeRecord<DeliveryItem>(key, {
      set: { status: 'pending', leased_until: null, ...retryIndex(id, now), ttl },
      copy: { attempts_before: 'attempts' },
      where: allOf(PRESENT, { leased_until: is.eitherOf(null, is.below(now)) }),
    }),
  );
  return made ?? getItem<DeliveryItem>(key);
};

/** Time of the next attempt of a pending event. */
export const nextAttemptAt = ({ gsi1sk }: DeliveryItem): string | null => gsi1sk ?? null;

/** Events of an organization's log, the newest first, and true if there may be more. `before`: the id of one. */
export const deliveriesBefore = async (
  organization_id: string,
  { rows, before }: { rows: number; before?: string | undefined },
): Promise<{ items: DeliveryItem[]; isMore: boolean }> => {
  const { items, next } = await readPart<DeliveryItem>({
    pk: deliveryKey(organization_id, '').pk,
    ...(before === undefined ? {} : { before: deliveryKey(organization_id, before).sk }),
    backwards: true,
    limit: rows,
  });
  return { items, isMore: next !== undefined };
};
