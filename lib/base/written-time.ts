import { keptOr } from './kept.ts';

/**
 * Dates and times as documents, certificates and the answers about them have them. One place writes them, so that they
 * are the same wherever somebody compares them.
 */

/** Forms of a date. Those of digits alone are chosen by a sender only. */
export const DATE_FORMATS = [
  'medium',
  'long',
  'yyyy-MM-dd',
  'dd.MM.yyyy',
  'dd/MM/yyyy',
  'dd-MM-yyyy',
  'MM/dd/yyyy',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const isDateFormat = (given: unknown): given is DateFormat => DATE_FORMATS.includes(given as DateFormat);

/** The Gregorian calendar, with digits that everybody reads. */
const COMMON = { calendar: 'gregory', numberingSystem: 'latn', year: 'numeric', day: 'numeric' } as const;

type Month = 'short' | 'long';
const formatDays = (locale: string, month: Month, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...COMMON, month, timeZone });

/**
 * The shortest form of the month in which it is a word: in Portugal the short one is a number, which is taken for the
 * day.
 */
const monthIn = (locale: string): Month =>
  /\p{L}/u.test(formatDays(locale, 'short', 'UTC').format(0)) ? 'short' : 'long';

interface Formats {
  days: Intl.DateTimeFormat;
  times: Intl.DateTimeFormat;
  offsets: Intl.DateTimeFormat;
}

/**
 * Formats by locale and zone: making one takes longer than using it. Null for a zone that this runtime doesn't know.
 */
const kept = new Map<string, Formats | null>();
const MOST_KEPT = 200;

const formatsFor = (locale: string, timeZone: string): Formats | null =>
  keptOr(kept, `${locale} ${timeZone}`, () => makeFormats(locale, timeZone), MOST_KEPT);

const makeFormats = (locale: string, timeZone: string): Formats | null => {
  try {
    const month = monthIn(locale);
    return {
      days: formatDays(locale, month, timeZone),
      times: new Intl.DateTimeFormat(locale, {
        ...COMMON,
        month,
        hour: 'numeric',
        minute: '2-digit',
        second: '2-digit',
        timeZone,
      }),
      offsets: new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
    };
  } catch {
    return null;
  }
};

/** The distance from UTC, in the form of ISO 8601: `UTC+01:00`. */
const offsetOf = (offsets: Intl.DateTimeFormat, time: Date): string => {
  const { value = '' } = offsets.formatToParts(time).find(({ type }) => type === 'timeZoneName') ?? {};
  return value === 'GMT' ? 'UTC+00:00' : value.replace('GMT', 'UTC');
};

/** A point in time in a zone, with its distance from UTC; null where this runtime doesn't know the zone. */
export const writtenTimeIn = (iso: string, locale: string, zone: string): string | null => {
  const formats = formatsFor(locale, zone);
  const time = new Date(iso);
  return formats && `${formats.times.format(time)} ${offsetOf(formats.offsets, time)}`;
};

/** A point in time in UTC. */
export const writtenTime = (iso: string, locale: string): string =>
  `${formatsFor(locale, 'UTC')?.times.format(new Date(iso))} UTC`;

/** The day of a point in time in a zone; in UTC where there is no zone, or this runtime doesn't know it. */
export const writtenDay = (iso: string, locale: string, zone: string | null): string =>
  (formatsFor(locale, zone ?? 'UTC') ?? formatsFor(locale, 'UTC'))?.days.format(new Date(iso)) ?? '';

/**
 * A stored date (`MM/dd/yyyy`) in a format: `medium` has the month as a short word, `long` as a whole one. A text that
 * is no such date is returned as it is.
 */
export const writtenDate = (stored: string, locale: string, format: DateFormat = 'medium'): string => {
  const [, month = '', day = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(stored) ?? [];
  if (!year) return stored;
  const time = `${year}-${month}-${day}T00:00:00Z`;
  if (format === 'long') return formatDays(locale, 'long', 'UTC').format(new Date(time));
  if (format === 'medium') return writtenDay(time, locale, null);
  return format.replace('yyyy', year).replace('MM', month).replace('dd', day);
};
