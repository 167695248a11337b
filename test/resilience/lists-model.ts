import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { entriesOf } from '../../lib/storage/envelopes/entries.ts';
import type { EnvelopeItem } from '../../lib/storage/records/envelope.ts';
import { listWrites } from '../storage/list-writes.ts';

/** The table after the lists' writes: entries by list and envelope, and the counts of each list. */
export const listsModel = () => {
  const entries = new Map<string, Record<string, unknown>>();
  const counts = new Map<string, number>();

  const apply = (before: EnvelopeItem | undefined, after: EnvelopeItem): void => {
    for (const write of listWrites(entriesOf(before), entriesOf(after))) {
      if ('put' in write) {
        const key = `${write.put.pk} ${write.put.sk}`;
        const item = write.put as unknown as Record<string, unknown>;
        if (item.removed) expect(entries.delete(key)).toBe(true);
        else entries.set(key, item);
      }
      if (!('change' in write)) continue;
      const list = write.change.pk.replace(/^COUNTS#(.*?)(?:#\d+)?$/, 'LIST#$1');
      for (const [cell, by] of Object.entries(write.add ?? {})) {
        const name = `${list} ${cell.replace(/^n:/, '')}`;
        counts.set(name, (counts.get(name) ?? 0) + Number(by));
      }
    }
  };

  /** The lists show exactly these envelopes, and every count is the number of entries in its cell. */
  const expectTrue = (envelopes: readonly EnvelopeItem[]): void => {
    const wanted = envelopes.flatMap((envelope) => [...entriesOf(envelope)].map(([list, entry]) => ({ list, entry })));
    expect(entries.size).toBe(wanted.length);
    for (const { list, entry } of wanted) {
      const found = entries.get(`LIST#${list} ${entry.id}`) ?? {};
      const same = Object.entries(entry).every(([name, value]) => isDeepStrictEqual(found[name], value));
      expect(same, `the entry of ${list}`).toBe(true);
    }
    const counted = new Map<string, number>();
    for (const { pk, cell } of entries.values()) {
      if (typeof cell === 'string') counted.set(`${pk} ${cell}`, (counted.get(`${pk} ${cell}`) ?? 0) + 1);
    }
    expect(new Map([...counts].filter(([, count]) => count !== 0))).toEqual(counted);
  };

  return { apply, expectTrue };
};
