import { usageKey } from './keys.ts';
import type { Write } from './write.ts';

/** The write that adds to what an organization used on one day (`2026-01-31`); none where nothing is to be added. */
export const usedWrites = (organization_id: string, day: string, counts: Readonly<Record<string, number>>): Write[] => {
  const add = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return Object.keys(add).length > 0 ? [{ change: usageKey(organization_id, day), add }] : [];
};
