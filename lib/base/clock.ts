/**
 * The platform's one clock. Every time that is stored, compared or shown comes from here, so that the local platform
 * can move it (`POST /local/clock`) and tests can stand at a moment of their choosing.
 */
let offset = 0;

/** The current moment, shifted by what `advanceClock` added. */
export const now = (): Date => new Date(Date.now() + offset);

/** The current moment as ISO 8601 UTC with milliseconds: the form in which times are stored and answered. */
export const timestamp = (): string => now().toISOString();

/** The current moment in whole seconds since the epoch: the unit of JWT claims and of the table's TTL attribute. */
export const epochSeconds = (): number => Math.floor(now().getTime() / 1000);

/** The moment `milliseconds` after now, as an ISO 8601 string. */
export const timestampIn = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();

/** Moves the clock forward (or back, with a negative number) for this process. Used by the local platform and tests only. */
export const advanceClock = (milliseconds: number): void => {
  offset += milliseconds;
};

/** How far the clock stands from the machine's, in milliseconds. */
export const clockOffset = (): number => offset;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
