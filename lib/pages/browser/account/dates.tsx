import { say, spokenLocale, w } from './words/index.ts';

/** A time in the reader's language and zone. */
export const timeOf = (timestamp: string): string =>
  new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timestamp));

/** A day (`2026-11-26`) in the reader's language, the same in every zone. */
export const dayOf = (day: string): string =>
  new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** A sentence with the day from which it is true on: its weekday within the last seven days, else its date. */
export const sinceWhen = (sentence: string, timestamp: string): string => {
  const at = new Date(timestamp);
  const inForm = (form: Intl.DateTimeFormatOptions) => ({
    trusted: new Intl.DateTimeFormat(spokenLocale(), form).format(at),
  });
  const waits = { trusted: sentence };
  const days = daysBetween(at, new Date());
  if (days <= 0) return say(w.sinceToday, { waits });
  if (days < 7) return say(w.sinceWeekday, { waits, weekday: inForm({ weekday: 'long' }) });
  return say(w.sinceDate, { waits, date: inForm({ dateStyle: 'medium' }) });
};

/** Days of the reader's calendar between two times. Some days have 23 or 25 hours. */
const daysBetween = (from: Date, until: Date): number => Math.round((midnight(until) - midnight(from)) / 86_400_000);

const midnight = (at: Date): number => new Date(at).setHours(0, 0, 0, 0);

/** A time as an element that machines read as well. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{timeOf(at)}</time>;
