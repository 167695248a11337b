import { AsyncLocalStorage } from 'node:async_hooks';
import type { Key } from './key.ts';
import { isBookkeeping } from './keys.ts';
import type { Write } from './write.ts';

/** A record as an act has read it. */
export type ReadRecord = Key & Record<string, unknown>;

/** A write of the act, with the record at its key as the act has read it before. */
export interface ActWrite {
  write: Exclude<Write, { check: Key }>;
  before: ReadRecord | undefined;
}

/**
 * An act that is to be an event of administration. The first write that is more than bookkeeping carries the event, in
 * its own transaction: so no act succeeds without its event, and an act that writes nothing has none.
 */
export abstract class Act {
  /** Records that the act has read, by key. */
  readonly read = new Map<string, ReadRecord>();
  /** True while a write carries the event, and once one has. */
  isTold = false;

  /** Makes the event that these writes carry; null if they need none. */
  abstract eventOf(writes: readonly ActWrite[]): (Key & object) | null;
}

const acting = new AsyncLocalStorage<Act>();

/** Runs `run` as the act. */
export const runAct = <T>(act: Act, run: () => Promise<T>): Promise<T> => acting.run(act, run);

/** The current act, if any. */
export const currentAct = (): Act | undefined => acting.getStore();

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** Remembers records that the current act has read: its event says from what to what it changed them. */
export const remember = (items: readonly (Key | undefined)[]): void => {
  const act = currentAct();
  if (!act || act.isTold) return;
  for (const item of items) if (item?.pk) act.read.set(nameOf(item), item as ReadRecord);
};

const keyOf = (write: ActWrite['write']): Key =>
  'put' in write ? write.put : 'change' in write ? write.change : write.remove;

/** True if the current act waits for a write such as one of this key to carry its event. */
export const isWaitingFor = (key: Key): boolean => {
  const act = currentAct();
  return act !== undefined && !act.isTold && !isBookkeeping(key);
};

/** The record at `key` as the current act has read it. */
export const rememberedAt = (key: Key): ReadRecord | undefined => currentAct()?.read.get(nameOf(key));

/** The event that these writes have to carry, if any. `giveBack` returns it if they fail. */
export const takeEvent = (writes: readonly Write[]): (Key & object) | undefined => {
  const act = currentAct();
  const counting = writes.flatMap((write) =>
    'check' in write || !isWaitingFor(keyOf(write)) ? [] : [{ write, before: rememberedAt(keyOf(write)) }],
  );
  const event = act && counting.length > 0 ? act.eventOf(counting) : null;
  if (!act || !event) return undefined;
  act.isTold = true;
  return event;
};

/** Runs writes that carry `event`; if they fail, the next ones carry it. */
export const carrying = async <T>(event: object | undefined, write: () => Promise<T>): Promise<T> => {
  const act = currentAct();
  try {
    return await write();
  } catch (error) {
    if (event && act) act.isTold = false;
    throw error;
  }
};
