import { change } from '../engine/change.ts';
import { getItems, type Item, TRANSACTION_LIMIT, transact, writeItems } from '../engine/client.ts';
import type { Key } from '../engine/key.ts';
import { listEntryKey } from '../engine/keys.ts';
import { single } from '../engine/single.ts';
import type { Write } from '../engine/write.ts';
import { countsWrite, type Entry, type EntryChange, entryChange, Removal, type StoredEntry } from './list.ts';
import { postingChanges } from './postings.ts';

/** A record of which lists have entries, with its changes from the stream. */
export interface ListedRecord {
  /** The key of its header. */
  key: Key;
  id: string;
  /** Its entries before and after the change, or several changes. */
  before: readonly ReadonlyMap<string, Entry>[];
  after: readonly ReadonlyMap<string, Entry>[];
  /** The entries of a header. */
  entriesOf: (header: Item) => ReadonlyMap<string, Entry>;
}

/**
 * Brings the entries of changed records up to date, with the counts of their lists and their postings. It compares the
 * stored entries with the records as they are now: so several changes of a record are one change of its entries, and
 * what the stream delivers twice, late or in another order changes nothing. Nor does a run that writes long after
 * another has followed (see `list.ts`).
 */
export const followRecords = async (records: readonly ListedRecord[]): Promise<void> => {
  const changed = joined(records);
  if (changed.length === 0) return;
  let now: ReadonlyMap<string, Entry>[] = [];
  let changes: EntryChange[] = [];
  await change(
    async () => {
      ({ now, changes } = await compared(changed));
    },
    () => ({ writes: changes.map(({ write }) => write), answer: undefined }),
    { write: () => writeChanges(changes) },
  );
  const postings = changed.map(({ before, after }, at) => postingChanges(before, after, now[at] ?? NONE));
  await writeItems(
    postings.flatMap(({ put }) => put),
    postings.flatMap(({ removed }) => removed),
  );
};

const NONE: ReadonlyMap<string, Entry> = new Map();
/** The version of a record that is gone: none is later, because its id is never used again. */
const GONE = Number.MAX_SAFE_INTEGER;

/** Each record once, with all its changes. */
const joined = (records: readonly ListedRecord[]): ListedRecord[] =>
  [...Map.groupBy(records, ({ key }) => key.pk).values()].map(([first, ...others]) => ({
    ...(first as ListedRecord),
    before: [first, ...others].flatMap((one) => one?.before ?? []),
    after: [first, ...others].flatMap((one) => one?.after ?? []),
  }));

/** Reads the records and their stored entries; returns the entries as they should be, and the changes that make them so. */
const compared = async (records: readonly ListedRecord[]) => {
  const read = records.map((record) => ({ ...record, lists: listsOf(record) }));
  const keys = read.map(({ key, id, lists }) => [key, ...lists.map((list) => listEntryKey(list, id))]);
  const items = await getItems<Item>(keys.flat());
  let at = 0;
  const states = read.map(({ id, lists, entriesOf }) => {
    const header = items[at++];
    const stored = items.slice(at, at + lists.length) as (StoredEntry | undefined)[];
    at += lists.length;
    return { id, lists, header, stored, entries: header ? entriesOf(header) : NONE };
  });
  return {
    now: states.map(({ entries }) => entries),
    changes: states.flatMap(({ id, lists, header, stored, entries }) =>
      lists.flatMap((list, index) => {
        const old = stored[index];
        const version = header ? Number(header.version) : GONE;
        // Another run has read a later state of the record.
        if (old && old.version > version) return [];
        return entryChange(list, old, entries.get(list) ?? new Removal(id, version)) ?? [];
      }),
    ),
  };
};

const listsOf = ({ before, after }: ListedRecord): string[] => [
  ...new Set([...before, ...after].flatMap((entries) => [...entries.keys()])),
];

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
