import { HOUR, MINUTE, SECOND } from '../../base/clock.ts';

/**
 * Gaps between attempts, as Standard Webhooks recommends them ("Retry schedule"): together a little over three days.
 */
const GAPS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Milliseconds until the next attempt after `attempt` (1 is the first) failed; null if there is none. */
export const nextAttemptDelay = (attempt: number): number | null => GAPS[Math.max(attempt, 1) - 1] ?? null;
