import { DAY, timestamp } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { childrenOf } from '../../storage/organization-family.ts';
import { type UsageDay, usageDays } from '../../storage/usage.ts';
import type { UserCaller } from '../access/caller.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import { USAGE_TYPES, type UsageType } from './count.ts';
import type { Counts, UsageQuery } from './usage-schema.ts';

/** The longest period of one answer, in days. */
const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;
/** Organizations that are read at the same time. */
const AT_ONCE = 25;

/**
 * Sums the use of the organization and its children in a period: one query for the children, and one for the days of
 * each. The sums contain every type, also zeros; days without any use are left out. Throws `not_found` for any
 * organization but the caller's own.
 */
export const readUsage = async (
  caller: UserCaller,
  organization_id: string,
  { usage_type, by, ...period }: UsageQuery,
): Promise<Record<string, Counts | Record<string, Counts>>> => {
  demandOwn(caller, organization_id);
  const { first, last } = daysOf(period);
  const types = usage_type ? [usage_type] : USAGE_TYPES;
  const { list_parts } = caller;
  const organizations = [
    { id: organization_id, ...(list_parts ? { list_parts } : {}) },
    ...(await childrenOf(organization_id)),
  ];
  const used: [string, Counts | Record<string, Counts>][] = [];
  for (let at = 0; at < organizations.length; at += AT_ONCE) {
    const some = organizations.slice(at, at + AT_ONCE).map(async (one) => {
      const days = await usageDays(one, first, last);
      return [one.id, by === 'day' ? perDay(days, types) : summed(days, types)] as const;
    });
    for (const [id, counts] of await Promise.all(some)) used.push([id, counts]);
  }
  return Object.fromEntries(used);
};

const daysOf = ({ start_date, end_date }: Pick<UsageQuery, 'start_date' | 'end_date'>) => {
  const last = dayOf(end_date ?? timestamp());
  const first = start_date ? dayOf(start_date) : dayOf(new Date(Date.parse(last) - DEFAULT_DAYS * DAY).toISOString());
  if (first > last) invalid('start_date', 'must not be after end_date');
  if (Date.parse(last) - Date.parse(first) > MAX_DAYS * DAY) {
    invalid('start_date', `at most ${MAX_DAYS} days before end_date`);
  }
  return { first, last };
};

const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10);

const summed = (days: readonly UsageDay[], types: readonly UsageType[]): Counts =>
  Object.fromEntries(types.map((type) => [type, days.reduce((sum, day) => sum + (day.counts[type] ?? 0), 0)]));

const perDay = (days: readonly UsageDay[], types: readonly UsageType[]): Record<string, Counts> =>
  Object.fromEntries(days.map((day) => [day.day, summed([day], types)]));
