import { ConditionFailed, changeRecord, getItem, putRecord, removeRecord, transact, writeItems } from './client.ts';
import type { Key } from './key.ts';
import { CarriedOut, type Mark, repeatable } from './once.ts';
import type { Write } from './write.ts';

interface CommitOptions<R> {
  /** Called with the index of the write whose condition failed; returns the answer, or throws a failure. */
  refuse?: (index: number) => R | Promise<R>;
  /** The answer if an earlier run of the same request made these writes. `first`: the place of the first. */
  repeated?: (first: Key) => R | Promise<R>;
  /** Makes the writes; in one transaction by default. */
  write?: (writes: readonly Write[]) => Promise<void>;
}

/**
 * Makes all of `writes` or none, without reading again after a failed condition. Returns undefined when they are made.
 */
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

/** Returns the result of a write of one record; undefined if its condition failed. */
export const ifHeld = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
};

/** Makes a write, of one record or in one transaction. False if a condition failed. */
export const isMade = async (write: () => Promise<unknown>): Promise<boolean> =>
  (await ifHeld(async () => {
    await write();
    return true;
  })) ?? false;

/**
 * Makes one write directly, several in one transaction: for `write` of `change` and `commit`. A direct write is
 * cheaper, and leaves no mark for a repeated request.
 */
export const writePlainly = async (writes: readonly Write[]): Promise<void> => {
  const [only] = writes;
  const isSingle = only !== undefined && writes.length === 1 && !('check' in only);
  return isSingle ? single(writes) : transact(writes);
};

/**
 * Makes unconditional writes in batches, at half the cost of a transaction: for `write` of `commit` where a part of
 * them is harmless. In a repeatable request they are one transaction, which leaves its mark.
 */
export const writeCheaply = (writes: readonly Write[]): Promise<void> =>
  repeatable() ? transact(writes) : writeBatch(writes);

/** True for the error of a write that was refused because others wrote first, more often than it was retried. */
export const isOvertaken = (error: unknown): boolean => error instanceof ConditionFailed;

/** True if an earlier run of the same request made its first transaction, and this run has made none yet. */
export const carriedOutBefore = async (): Promise<boolean> => {
  const request = repeatable();
  if (!request || request.taken.size > 0) return false;
  const mark = await getItem<Mark>(request.markKey(0));
  return mark?.request === request.request;
};

/** Makes the only write of a change directly, at half the cost of a transaction. Throws ConditionFailed. */
export const single = async ([write]: readonly Write[]): Promise<void> => {
  if (!write) return;
  if ('put' in write) await putRecord(write.put, write.where);
  else if ('change' in write) await changeRecord(write.change, write);
  else if ('remove' in write) await removeRecord(write.remove, write.where);
  else throw new Error('A check changes nothing');
};

/** Makes unconditional writes, 25 a call. They aren't atomic: a part of them must be harmless. */
export const writeBatch = (writes: readonly Write[]): Promise<void> => {
  if (writes.some((write) => !('put' in write || 'remove' in write) || write.where)) {
    throw new Error('Writes with conditions are made in transactions');
  }
  return writeItems(
    writes.flatMap((write) => ('put' in write ? [write.put] : [])),
    writes.flatMap((write) => ('remove' in write ? [write.remove] : [])),
  );
};
