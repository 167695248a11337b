/** Days of the calendar as numbers: days since 1970-01-01, without zones and times. */

const DAY = 86_400_000;

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const AMERICAN = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** Reads `2026-12-31`, or `12/31/2026` as date fields store it; null if it is no day of the years 1 to 9999. */
export const readDay = (text: string): number | null => {
  const [, year, month, day] = ISO.exec(text.trim()) ?? reordered(AMERICAN.exec(text.trim()));
  return year === undefined ? null : dayOf(Number(year), Number(month), Number(day));
};

const reordered = (found: RegExpExecArray | null): (string | undefined)[] =>
  found ? [found[0], found[3], found[1], found[2]] : [];

const dayOf = (year: number, month: number, day: number): number | null => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1 ? date.getTime() / DAY : null;
};

/** The day so many days later; null beyond the years 1 to 9999. */
export const dayAfter = (day: number, days: number): number | null =>
  Number.isSafeInteger(days) && readDay(writeIso(day + days)) === day + days ? day + days : null;

/** `2026-12-31`; an empty text for what isn't a day. */
export const writeIso = (day: number): string => {
  const date = new Date(day * DAY);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
};

/** `12/31/2026`, as date fields store it. */
export const writeStored = (day: number): string => {
  const [year, month, date] = writeIso(day).split('-');
  return `${month}/${date}/${year}`;
};
