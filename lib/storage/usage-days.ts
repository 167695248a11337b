import { readWhole } from './client.ts';
import type { Key } from './key.ts';
import { usageKey } from './keys.ts';

/** What was counted on one day. */
export interface UsageDay {
  /** `2026-01-31`. */
  day: string;
  counts: { [type: string]: number };
}

/** The days from the first to the last, both inclusive, on which something was counted. A count may be a moment old. */
export const usageDays = async (organization_id: string, first: string, last: string): Promise<UsageDay[]> => {
  const { pk } = usageKey(organization_id, '');
  const days = await readWhole<Key & { [type: string]: number }>({ pk, from: first, to: last, eventual: true });
  return days.map(({ pk: _, sk, ...counts }) => ({ day: String(sk), counts }));
};
