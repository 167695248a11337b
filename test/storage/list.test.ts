import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getItem, getItems, type Item, transact } from '../../lib/storage/engine/client.ts';
import { listEntryKey } from '../../lib/storage/engine/keys.ts';
import {
  countsKeys,
  countsWrite,
  type Entry,
  entryChange,
  Removal,
  type StoredEntry,
  sumOfCells,
} from '../../lib/storage/lists/list.ts';
import { type PageRequest, readPage } from '../../lib/storage/lists/page.ts';
import { startTable } from './engine.ts';
import { listWrites } from './list-writes.ts';

let table: { stop: () => Promise<void> };

beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

let lists = 0;
const newList = () => `list-${++lists}`;

const idOf = (number: number): string => `0196f7a1-0000-7000-8000-${String(number).padStart(12, '0')}`;

const entry = (number: number, rest: Partial<Entry> = {}): Entry => ({
  id: idOf(number),
  version: 1,
  name: `Name ${number}`,
  updated_at: `2026-01-01T00:00:00.${String(number).padStart(3, '0')}Z`,
  bucket: 'left',
  set: null,
  cell: 'all',
  ...rest,
});

const fill = async (list: string, entries: readonly Entry[]) => {
  for (const one of entries) await transact(listWrites(undefined, new Map([[list, one]])));
};

const countOf = async (list: string, shows: (cell: string) => boolean = () => true) =>
  sumOfCells(await getItems(countsKeys({ list })), shows);

const BUCKETS = ['left', 'right'];
const idsOf = async (list: string, rest: Partial<PageRequest> & { buckets?: readonly string[] } = {}) => {
  const { buckets = BUCKETS, ...more } = rest;
  const { entries } = await readPage<Item>({
    sources: [{ list, all: BUCKETS, buckets }],
    order: 'created',
    ascending: true,
    page: 0,
    rows: 100,
    ...more,
  });
  return entries.map(({ id }) => id);
};

/** One change of a list: entry `at` becomes what `to` says, or goes. */
const change = fc.record({
  at: fc.integer({ min: 0, max: 4 }),
  to: fc.option(
    fc.record({
      cell: fc.constantFrom('open', 'closed', 'gone'),
      bucket: fc.constantFrom(...BUCKETS),
      name: fc.constantFrom('alpha', 'Beta', 'ärger'),
      updated_at: fc.integer({ min: 100, max: 999 }).map((ms) => `2026-01-01T00:00:00.${ms}Z`),
    }),
  ),
});

describe('a list', () => {
  test('after any changes, counts equal the entries in every cell, and every order shows every entry once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const list = newList();
        const model = new Map<number, Entry>();
        for (const { at, to } of changes) {
          const after = to ? entry(at, to) : undefined;
          const stored = await getItem<StoredEntry>(listEntryKey(list, idOf(at)));
          const change = entryChange(list, stored, after ?? new Removal(idOf(at), 1));
          if (change)
            await transact(
              [change.write, countsWrite({ list }, new Map(change.counts))].slice(0, change.counts.length + 1),
            );
          if (after) model.set(at, after);
          else model.delete(at);
        }
        const entries = [...model.values()];
        for (const cell of ['open', 'closed', 'gone']) {
          expect(await countOf(list, (one) => one === cell)).toBe(entries.filter((one) => one.cell === cell).length);
        }
        const ids = entries.map(({ id }) => id).sort();
        for (const order of ['created', 'updated', 'name'] as const) {
          expect((await idsOf(list, { order })).toSorted()).toEqual(ids);
        }
        for (const bucket of BUCKETS) {
          const inBucket = entries.filter((one) => one.bucket === bucket).map(({ id }) => id);
          expect(await idsOf(list, { buckets: [bucket] })).toEqual(inBucket.sort());
        }
      }),
      { numRuns: 25 },
    );
  });

  test('an unchanged entry costs nothing', () => {
    expect(listWrites(new Map([['any', entry(1)]]), new Map([['any', entry(1)]]))).toEqual([]);
  });

  test('a change within a cell leaves the counts alone', () => {
    expect(listWrites(new Map([['any', entry(1)]]), new Map([['any', entry(1, { name: 'other' })]]))).toHaveLength(1);
  });
});

describe('pages', () => {
  let list: string;
  beforeAll(async () => {
    list = newList();
    await fill(
      list,
      Array.from({ length: 23 }, (_, index) => entry(index, { bucket: index % 4 === 1 ? 'left' : 'right' })),
    );
  });
  const everything = Array.from({ length: 23 }, (_, index) => idOf(index));
  const isLeft = (_: string, index: number) => index % 4 === 1;

  test('together they hold every entry exactly once, in order, in both directions', async () => {
    for (const ascending of [true, false]) {
      for (const all of [BUCKETS, [...BUCKETS, 'none']]) {
        const sources = [{ list, all, buckets: BUCKETS }];
        const pages = await Promise.all([0, 1, 2, 3].map((page) => idsOf(list, { sources, page, rows: 7, ascending })));
        expect(pages.flat()).toEqual(ascending ? everything : everything.toReversed());
        expect(pages.map((page) => page.length)).toEqual([7, 7, 7, 2]);
      }
    }
  });

  test('the result says that there are more, or how many there are', async () => {
    const request = {
      sources: [{ list, all: BUCKETS, buckets: BUCKETS }],
      order: 'created',
      ascending: true,
      rows: 23,
    } as const;
    expect(await readPage({ ...request, page: 0 })).toMatchObject({ known: 23 });
    expect(await readPage({ ...request, page: 1 })).toMatchObject({ entries: [], known: 23 });
    expect(await readPage({ ...request, rows: 5, page: 0 })).toMatchObject({ known: 6 });
  });

  test('a view of one bucket reads nothing else, and buckets follow one another on request', async () => {
    expect(await idsOf(list, { buckets: ['left'], ascending: false })).toEqual(everything.filter(isLeft).toReversed());
    const others = everything.filter((id, index) => !isLeft(id, index));
    const inBuckets = [...everything.filter(isLeft), ...others];
    for (const order of [{ bucketsBy: 'created' }, { bucketsBy: 'canceled' }] as const) {
      expect(await idsOf(list, { order })).toEqual(inBuckets);
      expect(await idsOf(list, { order, ascending: false })).toEqual(inBuckets.toReversed());
    }
    const order = { bucketsBy: 'created' } as const;
    expect(await idsOf(list, { order, from: idOf(3), to: idOf(5) })).toEqual([5, 3, 4].map(idOf));
  });

  test('a view of a set reads nothing else, in every order', async () => {
    const kept = newList();
    const setOf = (number: number) => (number % 3 === 0 ? 'few' : null);
    await fill(
      kept,
      Array.from({ length: 12 }, (_, index) => entry(index, { set: setOf(index), name: `Name ${index % 10}` })),
    );
    const sources = [{ list: kept, all: BUCKETS, buckets: BUCKETS, sets: ['few'] }];
    expect(await idsOf(kept, { sources })).toEqual([0, 3, 6, 9].map(idOf));
    expect(await idsOf(kept, { sources, order: 'updated', ascending: false })).toEqual([9, 6, 3, 0].map(idOf));
    expect(await idsOf(kept, { sources, order: 'name' })).toEqual([0, 3, 6, 9].map(idOf));
    const bounds = { from: idOf(3), to: idOf(8) };
    expect(await idsOf(kept, { sources, ...bounds })).toEqual([3, 6].map(idOf));
    expect(await idsOf(kept, { sources, ...bounds, order: 'name', ascending: false })).toEqual([6, 3].map(idOf));
    // An entry that leaves the set leaves the view.
    await transact(
      listWrites(
        new Map([[kept, entry(3, { set: 'few', name: 'Name 3' })]]),
        new Map([[kept, entry(3, { set: null })]]),
      ),
    );
    expect(await idsOf(kept, { sources })).toEqual([0, 6, 9].map(idOf));
  });

  test('an entry of two lists is shown once', async () => {
    const other = newList();
    await fill(other, [entry(3), entry(30)]);
    const sources = [list, other].map((one) => ({ list: one, all: BUCKETS, buckets: BUCKETS }));
    for (const order of ['created', 'updated'] as const) {
      expect(await idsOf(list, { sources, order })).toEqual([...everything, idOf(30)]);
    }
  });

  test('bounds on ids are inclusive, in every order', async () => {
    for (const order of ['created', 'updated'] as const) {
      expect(await idsOf(list, { order, from: idOf(3), to: idOf(5) })).toEqual([3, 4, 5].map(idOf));
      expect(await idsOf(list, { order, from: idOf(21) })).toEqual([21, 22].map(idOf));
    }
  });

  test('a name comes before those that it begins', async () => {
    const named = newList();
    await fill(named, [entry(1, { name: 'Lease 2' }), entry(2, { name: 'Lease' }), entry(3, { name: 'Lease!' })]);
    expect(await idsOf(named, { order: 'name' })).toEqual([2, 1, 3].map(idOf));
    expect(await idsOf(named, { order: 'name', ascending: false })).toEqual([3, 1, 2].map(idOf));
  });

  test('names are sorted without regard to case', async () => {
    const named = newList();
    await fill(named, [entry(1, { name: 'beta' }), entry(2, { name: 'Alpha' }), entry(3, { name: 'Gamma' })]);
    expect(await idsOf(named, { order: 'name' })).toEqual([2, 1, 3].map(idOf));
  });
});
