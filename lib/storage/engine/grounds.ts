import { isDeepStrictEqual } from 'node:util';
import { ConditionFailed, getItems, type Item, transact } from './client.ts';
import type { Key } from './key.ts';
import { allOf, PRESENT, type Where } from './where.ts';
import type { Write } from './write.ts';

/** A record that a caller's right to act depends on, as it was read. */
export interface Ground {
  key: Key;
  /** Attributes that must be unchanged; undefined: there was none. */
  same: Record<string, unknown>;
}

/** Makes the ground from these attributes of `record`. */
export const groundOf = <T extends Key>(record: T, ...attributes: readonly (keyof T & string)[]): Ground => ({
  key: { pk: record.pk, sk: record.sk },
  same: Object.fromEntries(attributes.map((name) => [name, record[name]])),
});

/** A ground has changed since it was read. */
export class StandingChanged extends Error {}

/**
 * Makes all of `writes` in one transaction, on the condition that the grounds are unchanged. Throws ConditionFailed
 * with the index of a write whose own condition failed, StandingChanged if a ground has changed.
 */
export const transactUnder = async (grounds: readonly Ground[], writes: readonly Write[]): Promise<void> => {
  const unwritten = grounds.filter(({ key }) => !writes.some((write) => isAt(write, key)));
  const own = grounds.filter((ground) => !unwritten.includes(ground));
  const conditioned = writes.map((write) => {
    const ground = own.find(({ key }) => isAt(write, key));
    return ground ? andUnchanged(write, ground) : write;
  });
  try {
    await transact([...conditioned, ...unwritten.map(asCheck)]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.index >= writes.length || !(await stillStand(own))) throw new StandingChanged();
    throw error;
  }
};

const keyWritten = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('change' in write) return write.change;
  return 'remove' in write ? write.remove : write.check;
};

const isAt = (write: Write, { pk, sk }: Key): boolean => {
  const key = keyWritten(write);
  return key.pk === pk && key.sk === sk;
};

const unchanged = ({ same }: Ground): Where => allOf(PRESENT, same);

const asCheck = (ground: Ground): Write => ({ check: ground.key, where: unchanged(ground) });

/** A transaction accepts one write for each item, so a write of a ground carries its condition. */
const andUnchanged = (write: Write, ground: Ground): Write => ({
  ...write,
  where: allOf(write.where, unchanged(ground)),
});

/** Finds out why a write on one of the grounds failed: by its own condition, or because the ground has changed. */
const stillStand = async (own: readonly Ground[]): Promise<boolean> => {
  if (own.length === 0) return true;
  const found = await getItems<Item>(own.map(({ key }) => key));
  return own.every(({ same }, index) =>
    Object.entries(same).every(([name, value]) => isDeepStrictEqual(found[index]?.[name], value)),
  );
};
