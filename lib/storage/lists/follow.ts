import { change } from '../engine/change.ts';
import { getItems, type Item, TRANSACTION_LIMIT, transact, writeItems } from '../engine/client.ts';
import { single } from '../engine/commit.ts';
import type { Key } from '../engine/key.ts';
import { LIST_PARTS, listEntryKey, wholeList } from '../engine/keys.ts';
import type { Write } from '../engine/write.ts';
import {
  type CountedList,
  countsWrite,
  type Entry,
  type EntryChange,
  emptyEntry,
  entryChange,
  Removal,
  type StoredEntry,
} from './list.ts';
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
  /** Key of what must exist so that a list is kept in full; undefined for lists that always are. */
  accountOf?: (list: string) => Key | undefined;
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
  let found: Comparison = { records: [], changes: [] };
  await change(
    async () => {
      found = await compared(changed);
    },
    () => ({ writes: found.changes.map(({ write }) => write), answer: undefined }),
    { write: () => writeChanges(found.changes) },
  );
  const postings = found.records.map(({ before, after, now, kept }) =>
    postingChanges(before.map(kept), after.map(kept), now),
  );
  await writeItems(
    postings.flatMap(({ put }) => put),
    postings.flatMap(({ removed }) => removed),
  );
  // Whoever opens an account looks for empty entries; it may have been opened after this run read that there is none.
  const missing = found.changes.flatMap(({ list, empty }) => (empty ? [list] : []));
  const accounts = changed.flatMap(({ accountOf }) => missing.flatMap((list) => accountOf?.(list) ?? []));
  if ((await getItems<Key>(accounts)).some((account) => account)) await followRecords(records);
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

type Entries = ReadonlyMap<string, Entry>;

/** Changed records as they are now, and the changes that make their stored entries so. */
interface Comparison {
  records: (Pick<ListedRecord, 'before' | 'after'> & { now: Entries; kept: (entries: Entries) => Entries })[];
  changes: EntryChange[];
}

/** Reads the records with their stored entries. */
const compared = async (records: readonly ListedRecord[]): Promise<Comparison> => {
  const read = records.map((record) => {
    const lists = listsOf(record);
    return { ...record, lists, accounts: lists.map((list) => record.accountOf?.(list)) };
  });
  const keys = read.flatMap(({ key, id, lists, accounts }) => [
    key,
    ...lists.map((list) => listEntryKey(list, id)),
    ...accounts.filter((account) => account !== undefined),
  ]);
  const items = await getItems<Item>(keys);
  const found = new Map(items.flatMap((item) => (item ? [[placeOf(item), item] as const] : [])));
  const states = read.map(({ key, id, lists, accounts, before, after, entriesOf }) => {
    const header = found.get(placeOf(key));
    const unread = new Set(lists.filter((_, at) => accounts[at] && !found.has(placeOf(accounts[at]))));
    const kept = (entries: Entries): Entries =>
      new Map([...entries].map(([list, entry]) => [list, unread.has(list) ? emptyEntry(entry) : entry]));
    const now = header ? kept(entriesOf(header)) : NONE;
    const stored = lists.map((list) => found.get(placeOf(listEntryKey(list, id))) as StoredEntry | undefined);
    return { id, lists, header, stored, before, after, now, kept };
  });
  return {
    records: states,
    changes: states.flatMap(({ id, lists, header, stored, now }) =>
      lists.flatMap((list, index) => {
        const old = stored[index];
        const version = header ? Number(header.version) : GONE;
        // Another run has read a later state of the record.
        if (old && old.version > version) return [];
        return entryChange(list, old, now.get(list) ?? new Removal(id, version)) ?? [];
      }),
    ),
  };
};

const placeOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

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
  let sums = new Map<string, Sum>();
  const close = () => {
    if (entries.length > 0) transactions.push([...entries, ...[...sums.values()].flatMap(sumWrite)]);
    entries = [];
    sums = new Map();
  };
  for (const { list, write, counts } of changes) {
    if (entries.length + sums.size + 2 > TRANSACTION_LIMIT) close();
    entries.push(write);
    const whole = wholeList(list);
    const sum = sums.get(whole) ?? { list: whole, cells: new Map<string, number>() };
    for (const [cell, by] of counts) sum.cells.set(cell, (sum.cells.get(cell) ?? 0) + by);
    sums.set(whole, list === whole ? sum : { ...sum, parts: LIST_PARTS });
  }
  close();
  return transactions;
};

/** The changes that a transaction adds to the counts of a list. */
interface Sum extends CountedList {
  cells: Map<string, number>;
}

const sumWrite = ({ cells, ...counted }: Sum): Write[] => {
  const changed = new Map([...cells].filter(([, by]) => by !== 0));
  return changed.size > 0 ? [countsWrite(counted, changed)] : [];
};
