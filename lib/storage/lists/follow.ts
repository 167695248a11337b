import { change } from '../engine/change.ts';
import { getItems, type Item, TRANSACTION_LIMIT, transact } from '../engine/client.ts';
import type { Key } from '../engine/key.ts';
import { listEntryKey } from '../engine/keys.ts';
import { single } from '../engine/single.ts';
import type { Write } from '../engine/write.ts';
import { countsWrite, type Entry, type EntryChange, entryChange, type StoredEntry } from './list.ts';

/** A record of which lists have entries, as the stream tells of its change. */
export interface ListedRecord {
  /** The key of its header. */
  key: Key;
  id: string;
  /** The lists that had it before or have it after the change. */
  lists: readonly string[];
  /** The entries of a header. */
  entriesOf: (header: Item) => ReadonlyMap<string, Entry>;
}

/**
 * Brings the entries of changed records up to date, with the counts of their lists. It compares the stored entries with
 * the records as they are now: so several changes of a record are one change of its entries, and what the stream tells
 * twice, late or in another order changes nothing.
 */
export const followRecords = async (records: readonly ListedRecord[]): Promise<void> => {
  const changed = joined(records);
  if (changed.length === 0) return;
  let changes: EntryChange[] = [];
  await change(
    async () => {
      changes = await changesOf(changed);
    },
    () => ({ writes: changes.map(({ write }) => write), answer: undefined }),
    { write: () => writeChanges(changes) },
  );
};

/** Each record once, with all lists that were named for it. */
const joined = (records: readonly ListedRecord[]): ListedRecord[] => {
  const found = new Map<string, ListedRecord>();
  for (const record of records) {
    const known = found.get(record.key.pk);
    found.set(record.key.pk, { ...record, lists: [...new Set([...(known?.lists ?? []), ...record.lists])] });
  }
  return [...found.values()];
};

const changesOf = async (records: readonly ListedRecord[]): Promise<EntryChange[]> => {
  const keys = records.map(({ key, id, lists }) => [key, ...lists.map((list) => listEntryKey(list, id))]);
  const items = await getItems<Item>(keys.flat());
  let at = 0;
  return records.flatMap(({ lists, entriesOf }) => {
    const header = items[at++];
    const stored = items.slice(at, at + lists.length) as (StoredEntry | undefined)[];
    at += lists.length;
    const entries = header ? entriesOf(header) : new Map<string, Entry>();
    return lists.flatMap((list, index) => {
      const [old, now] = [stored[index], entries.get(list)];
      // Another run has read a later state of the record.
      if (old && header && old.version > Number(header.version)) return [];
      return entryChange(list, old, now) ?? [];
    });
  });
};

/** Entries that are counted as before are written by themselves, at half the cost; the others with the counts. */
const writeChanges = async (changes: readonly EntryChange[]): Promise<void> => {
  const plain = changes.filter(({ counts }) => counts.length === 0);
  const counted = changes.filter(({ counts }) => counts.length > 0);
  await Promise.all(plain.map(({ write }) => single([write])));
  for (const some of transactionsOf(counted)) await transact(some);
};

/** Transactions of at most so many writes as one may have; each list's counts are one write of a transaction. */
const transactionsOf = (changes: readonly EntryChange[]): Write[][] => {
  const transactions: Write[][] = [];
  let entries: Write[] = [];
  let sums = new Map<string, Map<string, number>>();
  const close = () => {
    if (entries.length > 0) transactions.push([...entries, ...[...sums].flatMap(([list, of]) => sumWrite(list, of))]);
    entries = [];
    sums = new Map();
  };
  for (const { list, write, counts } of changes) {
    if (entries.length + sums.size + 2 > TRANSACTION_LIMIT) close();
    entries.push(write);
    const cells = sums.get(list) ?? new Map<string, number>();
    for (const [cell, by] of counts) cells.set(cell, (cells.get(cell) ?? 0) + by);
    sums.set(list, cells);
  }
  close();
  return transactions;
};

const sumWrite = (list: string, cells: ReadonlyMap<string, number>): Write[] => {
  const changed = new Map([...cells].filter(([, by]) => by !== 0));
  return changed.size > 0 ? [countsWrite(list, changed)] : [];
};
