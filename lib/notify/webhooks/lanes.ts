import { MINUTE, SECOND } from '../../base/clock.ts';

/**
 * Rules by which a webhook delays no other. Workers call all of them together for as long as each answers within
 * `FAST_CALL`. One that is slow, or fails for longer than `DOWN_AFTER`, gets a queue of its own, and is called from it
 * in turns, with more time for each call.
 */

/** Outcome of a call, and the milliseconds that it took. */
interface Call {
  outcome: 'delivered' | 'retry' | 'gone';
  duration: number;
}

/** Time that a call may take while a worker has other webhooks to call. */
export const FAST_CALL = 5 * SECOND;
/** Time that a call may take in a turn. */
export const LONG_CALL = 15 * SECOND;
/**
 * Time for which a turn begins calls. What is left then waits behind the webhooks whose turn had come before: of 200
 * slow ones that are called 40 at once, each has a turn every two minutes, whatever the others have waiting.
 */
export const LONGEST_TURN = 15 * SECOND;
const DOWN_AFTER = 5 * MINUTE;

/** True if a call took so long that others could wait for its worker. */
export const isSlow = ({ duration }: Pick<Call, 'duration'>): boolean => duration >= FAST_CALL;

/** True if the webhook, failing since `failing_since`, is to be called in turns after this result. */
export const goesIntoTurns = (
  { outcome, duration }: Call,
  { failing_since, now }: { failing_since: string | null; now: Date },
): boolean => {
  if (outcome === 'gone') return false;
  if (isSlow({ duration })) return true;
  return outcome === 'retry' && failing_since !== null && now.getTime() - Date.parse(failing_since) > DOWN_AFTER;
};

const GAPS = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;

/** Milliseconds from a turn that failed, the `failed`th in a row, to the next: one call tries if it answers again. */
export const gapAfter = (failed: number): number => GAPS[Math.min(Math.max(failed, 1), GAPS.length) - 1] as number;
