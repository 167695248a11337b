/**
 * Many members of records are null for most of their life, and every change of an item costs its whole size. So these
 * are not stored; reading adds them again.
 */
export type Nulls<T> = { [K in keyof T as null extends T[K] ? (undefined extends T[K] ? never : K) : never]: null };

export const withoutNulls = <T extends object>(record: T): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined)) as Partial<T>;
