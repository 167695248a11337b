import { isDeepStrictEqual } from 'node:util';
import { ConditionFailed, getItems, type Item, transact } from './client.ts';
import type { Key } from './key.ts';
import { allOf, PRESENT, type Where } from './where.ts';
import type { Write } from './write.ts';

/** A record that a caller's right to act depends on, as it was read. */
export interface Precondition {
  key: Key;
  /** Attributes that must be unchanged; undefined: there was none. */
  same: Record<string, unknown>;
}

/** Makes the precondition from these attributes of `record`. */
export const preconditionOf = <T extends Key>(
  record: T,
  ...attributes: readonly (keyof T & string)[]
): Precondition => ({
  key: { pk: record.pk, sk: record.sk },
  same: Object.fromEntries(attributes.map((name) => [name, record[name]])),
});

/** A precondition has changed since it was read. */
export class PreconditionChanged extends Error {}

/**
 * Makes all of `writes` in one transaction, on the condition that the preconditions are unchanged. Throws
 * ConditionFailed with the index of a write whose own condition failed, PreconditionChanged if a precondition has
 * changed.
 */
export const transactUnder = async (
  preconditions: readonly Precondition[],
  writes: readonly Write[],
): Promise<void> => {
  const unwritten = preconditions.filter(({ key }) => !writes.some((write) => isAt(write, key)));
  const own = preconditions.filter((precondition) => !unwritten.includes(precondition));
  const conditioned = writes.map((write) => {
    const precondition = own.find(({ key }) => isAt(write, key));
    return precondition ? andUnchanged(write, precondition) : write;
  });
  try {
    await transact([...conditioned, ...unwritten.map(asCheck)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.index >= writes.length || !(await stillHold(own))) throw new PreconditionChanged();
    throw error;
  }
};

const keyWritten = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('change' in write) return write.change;
  return 'remove' in write ? write.remove : write.check;
};

/** True if the write, or check, is of the record at this key. */
export const isAt = (write: Write, { pk, sk }: Key): boolean => {
  const key = keyWritten(write);
  return key.pk === pk && key.sk === sk;
};

const unchanged = ({ same }: Precondition): Where => allOf(PRESENT, same);

/** A check that holds while the record is there and unchanged. */
export const asCheck = (precondition: Precondition): Write => ({
  check: precondition.key,
  where: unchanged(precondition),
});

/** A transaction accepts one write for each item, so a write of a precondition carries its condition. */
const andUnchanged = (write: Write, precondition: Precondition): Write => ({
  ...write,
  where: allOf(write.where, unchanged(precondition)),
});

/**
 * Finds out why a write on one of the preconditions failed: by its own condition, or because the precondition has
 * changed.
 */
const stillHold = async (own: readonly Precondition[]): Promise<boolean> => {
  if (own.length === 0) return true;
  const found = await getItems<Item>(own.map(({ key }) => key));
  return own.every(({ same }, index) =>
    Object.entries(same).every(([name, value]) => isDeepStrictEqual(found[index]?.[name], value)),
  );
};
