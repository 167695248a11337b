import { epochSeconds } from '../base/clock.ts';
import { changeRecord, putRecord } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { attemptsKey, knownAttemptsKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, allOf, anyOf, is } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { Attempts } from './records/attempts.ts';

export const attemptsAt = (kind: string, subject: string): At<Attempts> => at(attemptsKey(kind, subject));

/** Place of the attempts of a visitor from the user's own device or network. */
export const knownAttemptsAt = (user_id: string, kind: string, visitor: string): At<Attempts> =>
  at(knownAttemptsKey(user_id, kind, visitor));

/** Condition for one more attempt. Times in milliseconds since 1970. */
export interface Turn {
  /** The latest attempt was after this time; else the count starts again. */
  after: number;
  /** Up to this count the next attempt needn't wait. */
  free: number;
  /** Latest time of the previous attempt for each of these counts. */
  slow: readonly { count: number; by: number }[];
}

/** Counts one more attempt if it may be made now; else undefined. */
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

/** Starts the count again if it is as it was read; undefined if another attempt came first. */
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

/** Counts one more attempt below `limit`; undefined at the limit. */
export const countBelow = (place: At<Attempts>, limit: number, ttl: number): Promise<Attempts | undefined> =>
  ifHeld(() =>
    changeRecord<Attempts>(place, {
      set: { ttl },
      add: { count: 1 },
      where: anyOf(ABSENT, { count: is.below(limit) }),
    }),
  );

/** Counts one less, if any is counted. */
export const countBack = async (place: At<Attempts>): Promise<void> => {
  await ifHeld(() => changeRecord(place, { add: { count: -1 }, where: { count: is.atLeast(1) } }));
};

/** The write that forgets all attempts at a place. */
export const forgetWrite = (place: At<Attempts>): Write => ({ remove: place });

/**
 * Writes a record that nobody reads, and that is gone in a minute: what fails for an unknown subject takes as long as
 * for a known one.
 */
export const pretendToStore = (place: At<Attempts>, record: object): Promise<void> =>
  putRecord({ ...place, ...record, ttl: epochSeconds() + 60 });
