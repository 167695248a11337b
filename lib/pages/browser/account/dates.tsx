import { spokenLocale } from './words/index.ts';

/** A time in the reader's language and zone. */
export const timeOf = (timestamp: string): string =>
  new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timestamp));

/** A day (`2026-11-26`) in the reader's language, the same in every zone. */
export const dayOf = (day: string): string =>
  new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** A time as an element that machines read as well. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{timeOf(at)}</time>;
