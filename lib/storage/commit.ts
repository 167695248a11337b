import { ConditionFailed, transact } from './client.ts';
import type { Key } from './key.ts';
import { CarriedOut } from './once.ts';
import { single } from './single.ts';
import type { Write } from './write.ts';

interface CommitOptions<R> {
  /** Called with the index of the write whose condition didn't hold; says what is answered then, or ends the request. */
  refuse?: (index: number) => R | Promise<R>;
  /** The answer where an earlier run of the same request has made these writes. `first`: the place of the first. */
  repeated?: (first: Key) => R | Promise<R>;
  /** Makes the writes; in one transaction by default. */
  write?: (writes: readonly Write[]) => Promise<void>;
}

/** All of `writes` or none, where nothing is to be read again if a condition doesn't hold. Answers nothing where they are made. */
export const commit = async <R = never>(
  writes: readonly Write[],
  { refuse, repeated, write = transact }: CommitOptions<R> = {},
): Promise<R | undefined> => {
  try {
    await write(writes);
    return undefined;
  } catch (error) {
    if (refuse && error instanceof ConditionFailed) return refuse(error.index);
    if (repeated && error instanceof CarriedOut) return repeated(error.first);
    throw error;
  }
};

/** The answer of a write of one record; undefined where its condition doesn't hold. */
export const ifHeld = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
};

/**
 * One write by itself, several in one transaction: to be the `write` of `change` and `commit`. A write by itself is cheaper,
 * and leaves no mark of a request that may come again.
 */
export const writePlainly = async (writes: readonly Write[]): Promise<void> => {
  const [only] = writes;
  const isSingle = only !== undefined && writes.length === 1 && !('check' in only);
  return isSingle ? single(writes) : transact(writes);
};
