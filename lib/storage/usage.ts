import { usageKey } from './engine/keys.ts';
import type { Write } from './engine/write.ts';

/** The write that adds to an organization's use on one day (`2026-01-31`); none if there is nothing to add. */
export const usedWrites = (organization_id: string, day: string, counts: Readonly<Record<string, number>>): Write[] => {
  const add = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return Object.keys(add).length > 0 ? [{ change: usageKey(organization_id, day), add }] : [];
};
