import { epochSeconds } from '../base/clock.ts';
import { change } from './engine/change.ts';
import { changeRecord, collection, getItems, readWhole, TRANSACTION_LIMIT } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import type { Key } from './engine/key.ts';
import {
  COUNT_PARTS,
  countedUseKey,
  dayOfUsage,
  LIST_PARTS,
  MANY_COUNT_PARTS,
  organizationKey,
  somePart,
  templateKey,
  usageEnd,
  usageKey,
  usageParts,
} from './engine/keys.ts';
import { ABSENT, allOf, is, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { OrganizationItem } from './records/organization.ts';
import type { TemplateItem } from './records/template.ts';

/** Counts of one day. */
export interface UsageDay {
  /** `2026-01-31`. */
  day: string;
  counts: { [type: string]: number };
}

/** The days from the first to the last, both inclusive, with any counts. A count may be a moment old. */
export const usageDays = async (
  { id, list_parts = 1 }: Pick<OrganizationItem, 'id' | 'list_parts'>,
  first: string,
  last: string,
): Promise<UsageDay[]> => {
  const read = usageParts(id, list_parts > 1).map((pk) =>
    readWhole<StoredDay>({ pk, from: first, to: usageEnd(last), eventual: true }),
  );
  return daysIn((await Promise.all(read)).flat());
};

/** All days with any counts. */
export const allUsageDays = async (organization_id: string): Promise<UsageDay[]> =>
  daysIn((await Promise.all(usageParts(organization_id, true).map((pk) => collection<StoredDay>(pk)))).flat());

interface StoredDay extends Key {
  [type: string]: string | number;
}

const daysIn = (parts: readonly StoredDay[]): UsageDay[] => {
  const days = new Map<string, UsageDay>();
  for (const { pk: _, sk, ...counts } of parts) {
    const day = dayOfUsage(sk);
    const sum = days.get(day)?.counts ?? {};
    for (const [type, by] of Object.entries(counts)) sum[type] = (sum[type] ?? 0) + Number(by);
    days.set(day, { day, counts: sum });
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
};

/** One thing that counts as use of an organization. */
export interface Use {
  /** Id of the event, or of the new record, that it is known by. */
  id: string;
  organization_id: string;
  /** ISO 8601, UTC. */
  at: string;
  counts: Readonly<Record<string, number>>;
  /** The template that was used, if any: its own count and the time of its last use follow, too. */
  template_id?: string | null;
}

/** A use that was counted. It is kept for longer than the stream can repeat it. */
interface CountedUse extends Key {
  ttl: number;
}

const KEPT_SECONDS = 8 * 24 * 60 * 60;
/** Each has a mark, a day and a template at most. */
const AT_ONCE = Math.floor(TRANSACTION_LIMIT / 3);

/**
 * Counts uses, each exactly once however often it is delivered: the mark of a use and what it adds to are one
 * transaction. Of a template that is gone nothing is counted. The lists of an organization that sends `MANY_A_DAY`
 * envelopes get further parts.
 */
export const countUses = async (uses: readonly Use[]): Promise<void> => {
  for (let at = 0; at < uses.length; at += AT_ONCE) {
    const some = uses.slice(at, at + AT_ONCE);
    const busy = await change(
      () => readUses(some),
      (read) => ({ writes: useWrites(read), answer: read.days.filter(crosses) }),
    );
    await Promise.all(busy.map(({ of }) => divideLists(of.organization_id)));
  }
};

/**
 * Envelopes of one day for which the lists of an organization are divided. What is sent before stays in the first part,
 * so there must not be more than that takes: what these envelopes write while they are signed.
 */
export const MANY_A_DAY = 1000;

/** Divides an organization's lists: what is sent from now on is in further parts, too. They stay divided. */
const divideLists = async (organization_id: string): Promise<void> => {
  const where = allOf(PRESENT, { list_parts: is.missing });
  await ifHeld(() => changeRecord(organizationKey(organization_id), { set: { list_parts: LIST_PARTS }, where }));
};

const markOf = (id: string, ttl: number): CountedUse => ({ ...countedUseKey(id), ttl });

interface ReadUses {
  fresh: Use[];
  templates: Map<string, TemplateItem>;
  days: Day[];
}

/** The day of some uses of one organization, as it was before. */
interface Day {
  /** The first of them. */
  of: Use;
  uses: readonly Use[];
  /** One of the parts that every day has. */
  part: number;
  counts: Partial<StoredDay>;
}

const readUses = async (uses: readonly Use[]): Promise<ReadUses> => {
  const ids = [...new Set(uses.flatMap(({ template_id }) => template_id ?? []))];
  const days = [...Map.groupBy(uses, ({ organization_id, at }) => `${organization_id} ${dayOf(at)}`).values()].map(
    (some) => ({ of: some[0] as Use, part: somePart(COUNT_PARTS) }),
  );
  const found = await getItems<Key>([
    ...uses.map(({ id }) => countedUseKey(id)),
    ...ids.map(templateKey),
    ...days.map(({ of, part }) => usageKey(of.organization_id, dayOf(of.at), part)),
  ]);
  const once = new Map(uses.filter((_, index) => !found[index]).map((use) => [use.id, use]));
  const fresh = [...once.values()];
  const headers = found.slice(uses.length, uses.length + ids.length) as unknown as (TemplateItem | undefined)[];
  const counts = found.slice(uses.length + ids.length) as unknown as (StoredDay | undefined)[];
  return {
    fresh,
    templates: new Map(headers.flatMap((header) => (header ? [[header.id, header] as const] : []))),
    days: days.map(({ of, part }, index) => ({
      of,
      uses: fresh.filter((use) => use.organization_id === of.organization_id && dayOf(use.at) === dayOf(of.at)),
      part,
      counts: counts[index] ?? {},
    })),
  };
};

const dayOf = (at: string): string => at.slice(0, '2026-01-31'.length);

/** Number of times that the part of a day has taken its share of `MANY_A_DAY`. */
const timesMany = (envelopes: number): number => Math.floor(envelopes / (MANY_A_DAY / COUNT_PARTS));

/**
 * True if these uses fill the part of the day again. Every time, lists are divided that aren't: so none is missed for
 * long.
 */
const crosses = ({ counts, uses }: Day): boolean => {
  const before = Number(counts.envelope ?? 0);
  return timesMany(before) < timesMany(before + addedBy(uses, 'envelope'));
};

const addedBy = (uses: readonly Use[], type: string): number =>
  uses.reduce((sum, { counts }) => sum + (counts[type] ?? 0), 0);

const useWrites = ({ fresh, templates, days }: ReadUses): Write[] => {
  const ttl = epochSeconds() + KEPT_SECONDS;
  const used = Map.groupBy(fresh, ({ template_id }) => template_id ?? '');
  return [
    ...fresh.map(({ id }): Write => ({ put: markOf(id, ttl), where: ABSENT })),
    ...days.flatMap(dayWrite),
    ...[...templates.values()].flatMap((header) => templateWrite(header, used.get(header.id) ?? [])),
  ];
};

const dayWrite = ({ uses, part, counts }: Day): Write[] => {
  const [first] = uses;
  if (!first) return [];
  const types = [...new Set(uses.flatMap((use) => Object.keys(use.counts)))];
  const isBusy = timesMany(Number(counts.envelope ?? 0)) > 0;
  return [
    {
      change: usageKey(first.organization_id, dayOf(first.at), isBusy ? somePart(MANY_COUNT_PARTS) : part),
      add: Object.fromEntries(types.map((type) => [type, addedBy(uses, type)])),
    },
  ];
};

/** A change that read the template earlier must not write the old count back: so its version counts, too. */
const templateWrite = (header: TemplateItem, uses: readonly Use[]): Write[] => {
  const last = uses.map(({ at }) => at).reduce((one, other) => (one > other ? one : other), header.last_used_at ?? '');
  if (uses.length === 0) return [];
  const set = { last_used_at: last };
  return [{ change: templateKey(header.id), set, add: { counter: uses.length, version: 1 }, where: PRESENT }];
};
