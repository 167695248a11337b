/** Attributes of the table beside a record's own members. */
type Keys = 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk' | 'ttl';

/** The record's own members, without keys and expiry. */
export const membersOf = <T extends object>(record: T): Omit<T, Keys> => {
  const {
    pk: _pk,
    sk: _sk,
    gsi1pk: _gsi1pk,
    gsi1sk: _gsi1sk,
    ttl: _ttl,
    ...members
  } = record as T & Record<Keys, unknown>;
  return members as Omit<T, Keys>;
};
