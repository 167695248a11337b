import { setTimeout } from 'node:timers/promises';
import { Failure, fail } from '../base/errors.ts';
import { carriedOutBefore } from './carried-out.ts';
import { ConditionFailed, changeRecord, transact } from './client.ts';
import type { Key } from './key.ts';
import { CarriedOut } from './once.ts';
import type { Alteration, Write } from './write.ts';

/** Enough for all recipients that an envelope can have to act at the same instant, each twice. */
const TRIES = 20;

/** A change, as data: what is written in one transaction, and the answer once it is. Without `writes` nothing is to change. */
export interface Decision<R> {
  writes?: readonly Write[];
  answer: R;
  /**
   * Called with the index of a write whose condition did not hold: ends the change with a domain error, where reading again
   * could not help. By default everything is read and decided anew.
   */
  refuse?: (index: number) => void;
}

export interface ChangeOptions<S, R> {
  /** The state where it was read just now: it is read again only if it has changed since. */
  known?: S | undefined;
  /** The answer where an earlier run of the same request (one with an Idempotency-Key) has made the change. `first`: the key of its first write. */
  repeated?: (first?: Key) => Promise<R>;
  /** True where a refusal of `decide` is never due to what an earlier run has left: several changes make up one request. */
  refusalStands?: boolean;
  /** Makes the writes; in one transaction by default. */
  write?: (writes: readonly Write[]) => Promise<void>;
}

/**
 * The one optimistic loop: reads, lets `decide` say what changes, and writes that on the conditions that it states, which
 * must fail where the state has changed since; then all is done anew. Ends the request with 503 after many tries.
 */
export const change = async <S, R>(
  read: () => Promise<S>,
  decide: (state: S) => Decision<R> | Promise<Decision<R>>,
  { known, repeated, refusalStands = false, write = transact }: ChangeOptions<S, R> = {},
): Promise<R> => {
  for (let tries = 1; ; tries++) {
    const state = tries === 1 && known !== undefined ? known : await read();
    try {
      const decision = await decide(state);
      const done = await writtenOrRefused(decision, write);
      if (done) return decision.answer;
    } catch (error) {
      if (repeated && error instanceof CarriedOut) return repeated(error.first);
      // The state that the earlier run has left may be the reason for refusing.
      if (repeated && !refusalStands && error instanceof Failure && (await carriedOutBefore())) return repeated();
      throw error;
    }
    if (tries >= TRIES) return fail('unavailable');
    // Full jitter, growing to a second: the more there are, the longer it takes until each has had its turn.
    await setTimeout(Math.random() * Math.min(1000, 20 * 2 ** tries));
  }
};

/** The same loop for one record that is written by itself, not in a transaction. Answers the record as it is then. */
export const changeOne = async <S, T extends object>(
  read: () => Promise<S>,
  decide: (state: S) => { change: Key } & Alteration,
): Promise<T> => {
  let written: T | undefined;
  const write = async ([only]: readonly Write[]): Promise<void> => {
    const { change: key, ...alteration } = only as { change: Key } & Alteration;
    written = await changeRecord<T>(key, alteration);
  };
  await change(read, (state) => ({ writes: [decide(state)], answer: undefined }), { write });
  return written as T;
};

const writtenOrRefused = async (
  { writes = [], refuse }: Decision<unknown>,
  write: (writes: readonly Write[]) => Promise<void>,
): Promise<boolean> => {
  if (writes.length === 0) return true;
  try {
    await write(writes);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    refuse?.(error.index);
    return false;
  }
};
