import { isDeepStrictEqual } from 'node:util';

/**
 * The members of `given` that differ from those of the record. Clients send back what they read: undefined means
 * unchanged, and null does, too, except for members that it clears.
 */
export const changesIn = <T extends object>(
  record: T,
  given: { [Name in keyof T]?: T[Name] | null | undefined },
  clearable: readonly (keyof T & string)[],
): Partial<T> => {
  const current = record as Record<string, unknown>;
  const changed = Object.entries<unknown>(given).filter(
    ([name, value]) =>
      value !== undefined &&
      (value !== null || (clearable as readonly string[]).includes(name)) &&
      !isDeepStrictEqual(value, current[name]),
  );
  return Object.fromEntries(changed) as Partial<T>;
};
