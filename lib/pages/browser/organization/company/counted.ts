import type { Usage } from './answers.ts';

/** Counts by day and by month. Days are those of UTC, as the API counts. */

/** Kinds of uses that are shown, in this order. */
export const USES = [
  'envelope',
  'envelope_completed',
  'envelope_canceled',
  'envelope_expired',
  'template',
  'sms_invite',
  'auth_email',
  'auth_sms',
  'auth_passcode',
  'auth_kba',
  'auth_id',
  'auth_oidc',
] as const;
export type Use = (typeof USES)[number];

/** Counts of a day, by kind. */
type Day = Partial<Record<Use, number>>;

/** A number and what it was counted in: a day (`2026-11-26`) or a month (`2026-11`). */
export interface Bar {
  at: string;
  count: number;
}

const MONTHS = 12;
const DAYS = 30;

const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(today) - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** The last days, the oldest first. `today`: `2026-11-26`. */
const lastDays = (today: string): string[] =>
  Array.from({ length: DAYS }, (_, index) => dayBefore(today, DAYS - 1 - index));

/** The last months, the oldest first. */
export const lastMonths = (today: string): string[] => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
};

/** The query for all that is shown: at most 366 days, which the API allows. */
export const usageQuery = (today: string): string => `by=day&start_date=${lastMonths(today)[0]}-01&end_date=${today}`;

/** An organization's counts by day. */
export const daysOf = (usage: Usage, organization_id: string): Readonly<Record<string, Day>> =>
  (usage[organization_id] ?? {}) as Record<string, Day>;

const sumOf = (days: Readonly<Record<string, Day>>, use: Use, beginning: string): number =>
  Object.entries(days)
    .filter(([day]) => day.startsWith(beginning))
    .reduce((sum, [, counts]) => sum + (counts[use] ?? 0), 0);

/** The bars of a kind of use. */
export const barsOf = (days: Readonly<Record<string, Day>>, use: Use, by: 'day' | 'month', today: string): Bar[] =>
  (by === 'day' ? lastDays(today) : lastMonths(today)).map((at) => ({ at, count: sumOf(days, use, at) }));

/** The sum of bars. */
export const total = (bars: readonly Bar[]): number => bars.reduce((sum, { count }) => sum + count, 0);
