import { LIST_PARTS, partNumberOf, wholeList } from '../../lib/storage/engine/keys.ts';
import type { Write } from '../../lib/storage/engine/write.ts';
import {
  type CountedList,
  countsWrite,
  type Entry,
  entryChange,
  Removal,
  type StoredEntry,
} from '../../lib/storage/lists/list.ts';

/** The writes that follow when a record's entries change from `before` to `after`, with the counts of each list. */
export const listWrites = (
  before: ReadonlyMap<string, Entry> | undefined,
  after: ReadonlyMap<string, Entry> | undefined,
): Write[] =>
  [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].flatMap((list) => {
    const stored = storedOf(list, before?.get(list));
    const gone = new Removal(stored?.id ?? '', (stored?.version ?? 0) + 1);
    const change = entryChange(list, stored, after?.get(list) ?? gone);
    if (!change) return [];
    return [change.write, ...(change.counts.length > 0 ? [countsWrite(countedAs(list), new Map(change.counts))] : [])];
  });

/** The list with which a part is counted. */
const countedAs = (list: string): CountedList =>
  partNumberOf(list) === 0 ? { list } : { list: wholeList(list), parts: LIST_PARTS };

const storedOf = (list: string, entry: Entry | undefined): StoredEntry | undefined => {
  const { write } = (entry && entryChange(list, undefined, entry)) ?? {};
  return write && 'put' in write ? (write.put as StoredEntry) : undefined;
};
