/**
 * The platform's one clock. Every time that is stored, compared or shown comes from here, so that the local platform
 * (`POST /local/clock`) and tests can move it.
 */
let offset = 0;
/** The machine's time at which the clock was frozen, in milliseconds since 1970; undefined while it runs. */
let frozenAt: number | undefined;

/** The current moment, shifted by what `advanceClock` added. */
export const now = (): Date => new Date((frozenAt ?? Date.now()) + offset);

/** The current moment as ISO 8601 UTC with milliseconds: the form in which times are stored and answered. */
export const timestamp = (): string => now().toISOString();

/** The current moment in whole seconds since the epoch: the unit of JWT claims and of the table's TTL attribute. */
export const epochSeconds = (): number => Math.floor(now().getTime() / 1000);

/** The moment `milliseconds` after now, as an ISO 8601 string. */
export const timestampIn = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();

/**
 * Moves the clock forward (or back, with a negative number) for this process. Used by the local platform and tests
 * only.
 */
export const advanceClock = (milliseconds: number): void => {
  offset += milliseconds;
};

/**
 * Freezes the clock, so that it moves by `advanceClock` alone, or lets it run again with the machine's time. For the
 * local platform and tests only: a test of an hourly limit must not depend on the machine's speed.
 */
export const freezeClock = (frozen: boolean): void => {
  frozenAt = frozen ? (frozenAt ?? Date.now()) : undefined;
};

export const isClockFrozen = (): boolean => frozenAt !== undefined;

/** The clock's difference from the machine's. */
export interface ClockState {
  offset: number;
  frozenAt: number | undefined;
}

export const clockState = (): ClockState => ({ offset, frozenAt });

/** Sets the clock of this thread to that of another (`clockState`). */
export const setClock = (state: ClockState): void => {
  ({ offset, frozenAt } = state);
};

/** Milliseconds by which the clock is ahead of the machine's while it isn't frozen. */
export const clockOffset = (): number => offset;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
