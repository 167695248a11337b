import { epochSeconds, now } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { type Changes, ConditionFailed, getItem, updateItem } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { attemptsKey } from '../../storage/keys.ts';
import type { Attempts } from '../../storage/records/attempts.ts';

/** How many attempts are let through, and for how long none is. */
export interface AttemptLimit {
  /** Attempts until it locks. From half of them on, each must wait longer than the one before: 1 s, 2 s, 4 s … */
  limit: number;
  /** Attempts are forgotten when there was none for so long. */
  windowSeconds: number;
  /** How long it stays locked after the last attempt that was let through. */
  lockSeconds: number;
}

/**
 * Counts one attempt at a secret of `subject`, before the secret is looked at: so that guesses made at the same time
 * are all counted, and a failure to count is a failure to guess. Ends the request with 429 and Retry-After where the
 * attempt comes too early or the subject is locked; attempts that are turned away don't count. Answers how many are
 * left. One conditional write; a second call only after a pause or a refusal. Where the secret is right, attempts are
 * forgotten by removing what stands at `attemptsKey`, best with the write that follows.
 */
export const countAttempt = (kind: string, subject: string, limit: AttemptLimit): Promise<{ left: number }> =>
  countAttemptAt(attemptsKey(kind, subject), limit);

/** The same for attempts that are counted at a key of their own. */
export const countAttemptAt = async (key: Key, limit: AttemptLimit): Promise<{ left: number }> => {
  const at = now().getTime();
  try {
    const { count } = await updateItem<Attempts>(key, counting(limit, at));
    return { left: limit.limit - count };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  const known = await getItem<Attempts>(key);
  const wait = known ? waitAfter(known, limit, at) : 1;
  if (!known || wait > 0) return fail('too_many_requests', { seconds: Math.max(1, Math.ceil(wait / 1000)) });
  return { left: limit.limit - (await startAnew(key, known, limit, at)) };
};

/** The gap in milliseconds that must follow the attempt which made it `count`. */
const gapAfter = (count: number, { limit, lockSeconds }: AttemptLimit): number => {
  if (count >= limit) return lockSeconds * 1000;
  const free = Math.ceil(limit / 2);
  return count < free ? 0 : Math.min(2 ** (count - free), lockSeconds) * 1000;
};

/** Counts one more while no window has passed and every gap is kept; the gaps are spelled out, one for each count. */
const counting = (limit: AttemptLimit, at: number): Changes => {
  const counts = Array.from({ length: limit.limit - 1 }, (_, index) => index + 1);
  const gaps = counts.map((count) => [count, gapAfter(count, limit)] as const);
  const freeCount = gaps.filter(([, gap]) => gap === 0).length;
  const slow = gaps.filter(([, gap]) => gap > 0);
  const allowed = [
    '#count <= :free',
    ...slow.map(([count]) => `(#count = :count${count} AND last_at <= :until${count})`),
  ].join(' OR ');
  return {
    UpdateExpression: 'SET last_at = :at, #ttl = :ttl ADD #count :one',
    ConditionExpression: `attribute_not_exists(pk) OR (last_at > :stale AND (${allowed}))`,
    ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':at': at,
      ':ttl': ttlOf(limit),
      ':one': 1,
      ':stale': at - limit.windowSeconds * 1000,
      ':free': freeCount,
      ...Object.fromEntries(
        slow.flatMap(([count, gap]) => [
          [`:count${count}`, count],
          [`:until${count}`, at - gap],
        ]),
      ),
    },
  };
};

/** How many milliseconds the next attempt must still wait. */
const waitAfter = ({ count, last_at }: Attempts, limit: AttemptLimit, at: number): number =>
  last_at + gapAfter(count, limit) - at;

/** The lock or the window has passed: this attempt is the first again, unless another was quicker. */
const startAnew = async (key: Key, known: Attempts, limit: AttemptLimit, at: number): Promise<number> => {
  try {
    const changes = setting({ count: 1, last_at: at, ttl: ttlOf(limit) });
    const { count } = await updateItem<Attempts>(
      key,
      onlyIf(changes, 'last_at = :known AND #count = :knownCount', {
        ':known': known.last_at,
        ':knownCount': known.count,
      }),
    );
    return count;
  } catch (error) {
    if (error instanceof ConditionFailed) return fail('too_many_requests', { seconds: 1 });
    throw error;
  }
};

/** How much goes through in one window of time; with the next one it begins at nothing. */
export interface WindowLimit {
  limit: number;
  windowSeconds: number;
}

/**
 * Counts one of `subject` in the window that it is now; answers how many seconds the window still lasts where it is full,
 * 0 where it was counted. One conditional write.
 */
export const countInWindow = async (
  kind: string,
  subject: string,
  { limit, windowSeconds }: WindowLimit,
): Promise<number> => {
  const window = Math.floor(epochSeconds() / windowSeconds);
  const end = (window + 1) * windowSeconds;
  try {
    await updateItem(attemptsKey(kind, `${subject}#${window}`), {
      UpdateExpression: 'SET #ttl = :ttl ADD #count :one',
      ConditionExpression: 'attribute_not_exists(pk) OR #count < :limit',
      ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':ttl': end + 60, ':one': 1, ':limit': limit },
    });
    return 0;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return Math.max(1, end - epochSeconds());
  }
};

const ttlOf = ({ windowSeconds, lockSeconds }: AttemptLimit): number =>
  epochSeconds() + Math.max(windowSeconds, lockSeconds) + 60;
