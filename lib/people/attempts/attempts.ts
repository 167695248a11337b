import { epochSeconds, now } from '../../base/clock.ts';
import { fail, isFailure } from '../../base/errors.ts';
import { attemptsAt, countAnew, countBack, countBelow, countOne, type Turn } from '../../storage/attempts.ts';
import { type At, readAt } from '../../storage/engine/read.ts';
import type { Attempts } from '../../storage/records/attempts.ts';
import { noteLimit } from './noted-limits.ts';

/** Limit: the number of attempts that are let through, and how long none is. */
export interface AttemptLimit {
  /** Attempts until it locks. From half of them on, each must wait longer than the previous one: 1 s, 2 s, 4 s … */
  limit: number;
  /** Time without an attempt after which attempts are forgotten. */
  windowSeconds: number;
  /** Time of the lock after the last permitted attempt. */
  lockSeconds: number;
}

/**
 * Counts one attempt at a secret of `subject` before the secret is checked, so that simultaneous guesses are all
 * counted, and nobody guesses if counting fails. Throws `too_many_requests` if the attempt comes too early or the
 * subject is locked; refused attempts don't count. Returns the number of attempts left. One conditional write; a second
 * call only after a pause or a refusal. After a right secret, remove the record at `attemptsAt`, if possible in the
 * write that follows.
 */
export const countAttempt = (kind: string, subject: string, limit: AttemptLimit): Promise<{ left: number }> =>
  countAttemptAt(kind, attemptsAt(kind, subject), limit);

/** The same for attempts with a key of their own. `name` is the limit's in `RateLimit`. */
export const countAttemptAt = async (
  name: string,
  place: At<Attempts>,
  limit: AttemptLimit,
): Promise<{ left: number }> => {
  try {
    const { left } = await countedAt(place, limit);
    note(name, limit, left, limit.windowSeconds);
    return { left };
  } catch (error) {
    if (isFailure(error, 'too_many_requests')) note(name, limit, 0, error.details.seconds);
    throw error;
  }
};

const note = (name: string, { limit, windowSeconds }: WindowLimit, left: number, resetSeconds: number): void =>
  noteLimit({ name, limit, windowSeconds, left, resetSeconds });

const countedAt = async (place: At<Attempts>, limit: AttemptLimit): Promise<{ left: number }> => {
  const at = now().getTime();
  const counted = await countOne(place, { last_at: at, ttl: ttlOf(limit) }, turnOf(limit, at));
  if (counted) return { left: limit.limit - counted.count };
  const known = await readAt(place);
  const wait = known ? waitAfter(known, limit, at) : 1;
  if (!known || wait > 0) return fail('too_many_requests', { seconds: Math.max(1, Math.ceil(wait / 1000)) });
  // The lock or the window has passed: this attempt is the first again, unless another came first.
  const first = await countAnew(place, known, { last_at: at, ttl: ttlOf(limit) });
  return first ? { left: limit.limit - first.count } : fail('too_many_requests', { seconds: 1 });
};

/** The gap in milliseconds after attempt number `count`. */
const gapAfter = (count: number, { limit, lockSeconds }: AttemptLimit): number => {
  if (count >= limit) return lockSeconds * 1000;
  const free = Math.ceil(limit / 2);
  return count < free ? 0 : Math.min(2 ** (count - free), lockSeconds) * 1000;
};

/** Condition for one more attempt at `at`: the window has not passed and every gap is kept. */
export const turnOf = (limit: AttemptLimit, at: number): Turn => {
  const gaps = Array.from({ length: limit.limit - 1 }, (_, index) => ({
    count: index + 1,
    gap: gapAfter(index + 1, limit),
  }));
  return {
    after: at - limit.windowSeconds * 1000,
    free: gaps.filter(({ gap }) => gap === 0).length,
    slow: gaps.filter(({ gap }) => gap > 0).map(({ count, gap }) => ({ count, by: at - gap })),
  };
};

/** Milliseconds that the next attempt must still wait. */
const waitAfter = ({ count, last_at }: Attempts, limit: AttemptLimit, at: number): number =>
  last_at + gapAfter(count, limit) - at;

/** Limit for one window of time; each window starts at zero. */
export interface WindowLimit {
  limit: number;
  windowSeconds: number;
}

/**
 * Counts one of `subject` in the current window. Returns the seconds until the window ends if it is full, 0 if it was
 * counted. One conditional write.
 */
export const countInWindow = async (
  kind: string,
  subject: string,
  { limit, windowSeconds }: WindowLimit,
): Promise<number> => {
  const window = Math.floor(epochSeconds() / windowSeconds);
  const end = (window + 1) * windowSeconds;
  const counted = await countBelow(attemptsAt(kind, `${subject}#${window}`), limit, end + 60);
  const untilEnd = Math.max(1, end - epochSeconds());
  noteLimit({ name: kind, limit, windowSeconds, left: counted ? limit - counted.count : 0, resetSeconds: untilEnd });
  return counted ? 0 : untilEnd;
};

/** Takes back one of `subject` that was counted in the current window, if any was. One conditional write. */
export const giveBack = async (
  kind: string,
  subject: string,
  { windowSeconds }: Pick<WindowLimit, 'windowSeconds'>,
): Promise<void> => countBack(attemptsAt(kind, `${subject}#${Math.floor(epochSeconds() / windowSeconds)}`));

const ttlOf = ({ windowSeconds, lockSeconds }: AttemptLimit): number =>
  epochSeconds() + Math.max(windowSeconds, lockSeconds) + 60;
