import { join } from 'node:path';
import { DateTime, Duration } from 'luxon';
import { advanceClock, clockOffset, freezeClock, isClockFrozen, now, timestamp } from '../../lib/base/clock.ts';
import { readIfThere, writeWhole } from './durable-file.ts';

export interface ClockState {
  now: string;
  /** How far the platform's clock is ahead of the machine's, in milliseconds. */
  offset_ms: number;
  /** True while it moves by `advance` alone. */
  frozen: boolean;
}

export interface PlatformClock {
  read(): ClockState;
  /** Moves the clock forward by an ISO 8601 duration; throws a RangeError whose message says why it can't. */
  advance(duration: unknown): ClockState;
  /** Freezes the clock, so that it moves by `advance` alone, or lets it run. A restart lets it run. */
  freeze(frozen: boolean): ClockState;
  /** Gives the process back the machine's time. */
  stop(): void;
}

const LATEST_YEAR = 2200;

/** The platform's clock (`lib/base/clock.ts`) stands, from here on, where the last run in this data folder left it. */
export const startClock = (dataDir: string): PlatformClock => {
  const file = join(dataDir, 'clock.json');
  const { offset_ms } = JSON.parse(readIfThere(file) ?? '{"offset_ms":0}') as { offset_ms: number };
  advanceClock(offset_ms - clockOffset());
  const read = () => ({ now: timestamp(), offset_ms: clockOffset(), frozen: isClockFrozen() });

  return {
    read,
    advance: (text) => {
      advanceClock(millisecondsOf(text));
      writeWhole(file, JSON.stringify({ offset_ms: clockOffset() }));
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
  // From now on the calendar, because months and years differ in length.
  const from = DateTime.fromJSDate(now(), { zone: 'utc' });
  const to = from.plus(duration);
  if (to <= from) throw new RangeError('advance: the clock only moves forward');
  if (!to.isValid || to.year > LATEST_YEAR) throw new RangeError(`advance: not beyond the year ${LATEST_YEAR}`);
  return to.toMillis() - from.toMillis();
};
