import { join } from 'node:path';
import { DateTime, Duration } from 'luxon';
import { advanceClock, clockOffset, freezeClock, isClockFrozen, now, timestamp } from '../../../lib/base/clock.ts';
import { parsed, readIfThere, writeWhole } from './durable-file.ts';

export interface ClockState {
  now: string;
  /** Milliseconds by which the platform's clock is ahead of the machine's. */
  offset_ms: number;
  /** True while only `advance` moves it. */
  frozen: boolean;
}

export interface PlatformClock {
  read(): ClockState;
  /** Moves the clock forward by an ISO 8601 duration; throws a RangeError with the reason if it can't. */
  advance(duration: unknown): ClockState;
  /** Freezes the clock, so that only `advance` moves it, or lets it run. A restart lets it run. */
  freeze(frozen: boolean): ClockState;
  /** Restores the machine's time in the process. */
  stop(): void;
}

const LATEST_YEAR = 2200;

/** Sets the platform's clock (`lib/base/clock.ts`) to where the last run in this data folder left it. */
export const startClock = (dataDir: string): PlatformClock => {
  const file = join(dataDir, 'clock.json');
  const offset_ms = parsed<{ offset_ms: number }>(readIfThere(file), file)?.offset_ms ?? 0;
  advanceClock(offset_ms - clockOffset());
  const read = () => ({ now: timestamp(), offset_ms: clockOffset(), frozen: isClockFrozen() });

  return {
    read,
    advance: (text) => {
      const milliseconds = millisecondsOf(text);
      // First on the disk: where that is full, the clock stays where it is.
      writeWhole(file, JSON.stringify({ offset_ms: clockOffset() + milliseconds }));
      advanceClock(milliseconds);
      return read();
    },
    freeze: (frozen) => {
      freezeClock(frozen);
      return read();
    },
    stop: () => {
      freezeClock(false);
      advanceClock(-clockOffset());
    },
  };
};

const millisecondsOf = (text: unknown): number => {
  const duration = typeof text === 'string' ? Duration.fromISO(text) : Duration.invalid('not a text');
  if (!duration.isValid) throw new RangeError('advance: must be an ISO 8601 duration such as "P3D" or "PT90M"');
  // By the calendar from now, because months and years differ in length.
  const from = DateTime.fromJSDate(now(), { zone: 'utc' });
  const to = from.plus(duration);
  if (to <= from) throw new RangeError('advance: the clock only moves forward');
  if (!to.isValid || to.year > LATEST_YEAR) throw new RangeError(`advance: not beyond the year ${LATEST_YEAR}`);
  return to.toMillis() - from.toMillis();
};
