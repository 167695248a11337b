import { setTimeout } from 'node:timers/promises';
import { Failure, fail } from '../../base/errors.ts';
import { ConditionFailed, changeRecord, transact } from './client.ts';
import { carriedOutBefore } from './commit.ts';
import type { Key } from './key.ts';
import { CarriedOut } from './once.ts';
import type { Alteration, Write } from './write.ts';

/** Enough tries for all recipients of an envelope to act twice at the same instant. */
const TRIES = 20;

/**
 * A change as data: the writes of one transaction, and the answer once they are made. Without `writes` nothing changes.
 */
export interface Decision<R> {
  writes?: readonly Write[];
  answer: R;
  /**
   * Called with the index of a write whose condition failed. It throws a domain failure if reading again can't help. By
   * default the state is read and decided again.
   */
  refuse?: (index: number) => void;
}

export interface ChangeOptions<S, R> {
  /** The state if it was just read; it is read again only if it has changed since. */
  known?: S | undefined;
  /**
   * The answer if an earlier run of the same request (one with an Idempotency-Key) made the change. `first`: the key of
   * its first write.
   */
  repeated?: (first?: Key) => Promise<R>;
  /**
   * True if an earlier run can't be the cause of a refusal by `decide`, because several changes make up one request.
   */
  refusalStands?: boolean;
  /** Makes the writes; in one transaction by default. */
  write?: (writes: readonly Write[]) => Promise<void>;
}

/**
 * The one optimistic loop: reads the state, calls `decide`, and makes its writes. Their conditions must fail if the
 * state has changed since; then it starts again. Throws `unavailable` after many tries.
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
      // An earlier run's change may be the cause of the refusal.
      if (repeated && !refusalStands && error instanceof Failure && (await carriedOutBefore())) return repeated();
      throw error;
    }
    if (tries >= TRIES) return fail('unavailable');
    // Full jitter, up to a second: with more writers each waits longer.
    await setTimeout(Math.random() * Math.min(1000, 20 * 2 ** tries));
  }
};

/** The same loop for one record that is written without a transaction. Returns the new record. */
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
