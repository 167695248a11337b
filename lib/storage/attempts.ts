import { changeRecord } from './client.ts';
import { ifHeld } from './commit.ts';
import { attemptsKey, knownAttemptsKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { Attempts } from './records/attempts.ts';
import { ABSENT, allOf, anyOf, is } from './where.ts';
import type { Write } from './write.ts';

export const attemptsAt = (kind: string, subject: string): At<Attempts> => at(attemptsKey(kind, subject));

/** Place of the attempts of a visitor who is known to come from the user. */
export const knownAttemptsAt = (user_id: string, kind: string, visitor: string): At<Attempts> =>
  at(knownAttemptsKey(user_id, kind, visitor));

/** When one more attempt may be made. Times in milliseconds since 1970. */
export interface Turn {
  /** The latest one was after this: else the count begins anew. */
  after: number;
  /** Up to this count the next may follow at once. */
  free: number;
  /** With these counts the latest must have been by then. */
  slow: readonly { count: number; by: number }[];
}

/** Counts one more attempt, if it is its turn; undefined where it isn't. */
export const countOne = (
  place: At<Attempts>,
  { last_at, ttl }: Pick<Attempts, 'last_at' | 'ttl'>,
  { after, free, slow }: Turn,
): Promise<Attempts | undefined> =>
  ifHeld(() =>
    changeRecord<Attempts>(place, {
      set: { last_at, ttl },
      add: { count: 1 },
      where: anyOf(
        ABSENT,
        allOf(
          { last_at: is.above(after) },
          anyOf({ count: is.atMost(free) }, ...slow.map(({ count, by }) => ({ count, last_at: is.atMost(by) }))),
        ),
      ),
    }),
  );

/** Begins the count anew where it still is what was read; undefined where another was quicker. */
export const countAnew = (
  place: At<Attempts>,
  known: Attempts,
  { last_at, ttl }: Pick<Attempts, 'last_at' | 'ttl'>,
): Promise<Attempts | undefined> =>
  ifHeld(() =>
    changeRecord<Attempts>(place, {
      set: { count: 1, last_at, ttl },
      where: { last_at: known.last_at, count: known.count },
    }),
  );

/** Counts one more while there are fewer than `limit`; undefined where there aren't. */
export const countBelow = (place: At<Attempts>, limit: number, ttl: number): Promise<Attempts | undefined> =>
  ifHeld(() =>
    changeRecord<Attempts>(place, {
      set: { ttl },
      add: { count: 1 },
      where: anyOf(ABSENT, { count: is.below(limit) }),
    }),
  );

/** Forgets all attempts at a place. */
export const forgetting = (place: At<Attempts>): Write => ({ remove: place });
