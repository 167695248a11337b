import { collection, readWhole } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import { usageKey } from './engine/keys.ts';
import type { Write } from './engine/write.ts';

/** Counts of one day. */
export interface UsageDay {
  /** `2026-01-31`. */
  day: string;
  counts: { [type: string]: number };
}

/** The days from the first to the last, both inclusive, with any counts. A count may be a moment old. */
export const usageDays = async (organization_id: string, first: string, last: string): Promise<UsageDay[]> => {
  const { pk } = usageKey(organization_id, '');
  const days = await readWhole<StoredDay>({ pk, from: first, to: last, eventual: true });
  return days.map(asDay);
};

/** All days with any counts. */
export const allUsageDays = async (organization_id: string): Promise<UsageDay[]> =>
  (await collection<StoredDay>(usageKey(organization_id, '').pk)).map(asDay);

interface StoredDay extends Key {
  [type: string]: string | number;
}

const asDay = ({ pk: _, sk, ...counts }: StoredDay): UsageDay => ({ day: sk, counts: counts as UsageDay['counts'] });

/** The write that adds to an organization's use on one day (`2026-01-31`); none if there is nothing to add. */
export const usedWrites = (organization_id: string, day: string, counts: Readonly<Record<string, number>>): Write[] => {
  const add = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return Object.keys(add).length > 0 ? [{ change: usageKey(organization_id, day), add }] : [];
};
