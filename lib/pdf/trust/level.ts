import { DAY, HOUR, now } from '../../base/clock.ts';
import type { Evidence } from './evidence.ts';
import { type LevelReason, SEAL_LEVELS, type SealLevel } from './levels.ts';

/** The level that a seal has reached, and why it isn't higher. */
export interface Reached {
  level: SealLevel;
  reason: LevelReason | null;
  /** The reason in a clause, with what servers answered. */
  detail: string | null;
  /**
   * Time of the next look at it: a new archive time-stamp, or another try at a higher level. Null if none would help.
   */
  renewAt: string | null;
}

/** Time from a try that failed for a passing reason to the next one. */
export const FIRST_RETRY = HOUR;

/** Time before the end of an authority's certificate at which a new time-stamp is due. */
const BEFORE_END = 90 * DAY;

/** Short-lived certificates get a new time-stamp after half of their remaining time. */
export const renewalTime = (validUntil: Date): string => {
  const at = now().getTime();
  const left = Math.max(0, validUntil.getTime() - at);
  return new Date(at + Math.max(left - BEFORE_END, left / 2)).toISOString();
};

/** Time of the first new try. */
export const retryTime = (): string => new Date(now().getTime() + FIRST_RETRY).toISOString();

const BY_STATUS = {
  none: 'no_revocation_data',
  unavailable: 'no_revocation_answer',
  revoked: 'revoked',
} as const;

/** The reason for the level: the shortfall of the first chain that isn't whole; null if all are whole. */
export const shortfallOf = (...chains: readonly Evidence[]): Omit<Reached, 'level'> | null => {
  for (const status of ['revoked', 'none', 'unavailable'] as const) {
    const chain = chains.find((one) => one.status === status);
    if (!chain) continue;
    const renewAt = status === 'unavailable' ? retryTime() : null;
    return { reason: BY_STATUS[status], detail: chain.reason, renewAt };
  }
  return null;
};

/** The outcome where no authority is configured. */
export const NO_AUTHORITY: Reached = { level: 'B-B', reason: 'no_authority', detail: null, renewAt: null };

/** The outcome where no authority answered. */
export const unanswered = (level: SealLevel, error: Error): Reached => ({
  level,
  reason: 'no_answer',
  detail: error.message,
  renewAt: retryTime(),
});

/** The lower one of two levels. */
export const lowerLevel = (a: SealLevel, b: SealLevel): SealLevel =>
  SEAL_LEVELS.indexOf(a) < SEAL_LEVELS.indexOf(b) ? a : b;
