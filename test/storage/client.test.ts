import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ConditionFailed,
  changeRecord,
  collection,
  getItem,
  getItems,
  type Item,
  putRecord,
  removeRecord,
  transact,
  writeItems,
} from '../../lib/storage/engine/client.ts';
import { ABSENT } from '../../lib/storage/engine/where.ts';
import { startTable } from './engine.ts';

let table: { stop: () => Promise<void> };

beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

let collections = 0;
const item = (attributes: Item): Item => attributes;

const newCollection = () => `COLLECTION#${++collections}`;

describe('items', () => {
  test('a written item is read back, without undefined attributes', async () => {
    const pk = newCollection();
    await putRecord({ pk, sk: 'a', name: 'Ada', nothing: undefined, none: null, list: [1, { deep: true }] });
    expect(await getItem({ pk, sk: 'a' })).toEqual({ pk, sk: 'a', name: 'Ada', none: null, list: [1, { deep: true }] });
    expect(await getItem({ pk, sk: 'b' })).toBeUndefined();
  });

  test('a put with a false condition fails and changes nothing', async () => {
    const pk = newCollection();
    await putRecord({ pk, sk: 'a', take: 1 }, ABSENT);
    await expect(putRecord({ pk, sk: 'a', take: 2 }, ABSENT)).rejects.toBeInstanceOf(ConditionFailed);
    expect(await getItem({ pk, sk: 'a' })).toMatchObject({ take: 1 });
  });

  test('many keys are read in their own order, repeated and missing ones included', async () => {
    const pk = newCollection();
    const items = Array.from({ length: 130 }, (_, index) => ({ pk, sk: String(index).padStart(3, '0') }));
    await writeItems(items);
    const wanted = [...items.toReversed(), { pk, sk: 'none' }, { pk, sk: '007' }];
    const found = await getItems<Item>(wanted);
    expect(found.map((one) => one?.sk)).toEqual([...items.toReversed().map(({ sk }) => sk), undefined, '007']);
  });

  test('a collection of any size is read as a whole, or by the beginning of its sort keys', async () => {
    const pk = newCollection();
    const text = 'x'.repeat(100_000);
    await writeItems(
      Array.from({ length: 15 }, (_, index) => ({ pk, sk: `LARGE#${String(index).padStart(2, '0')}`, text })),
    );
    await putRecord({ pk, sk: 'SMALL#1' });
    expect(await collection(pk)).toHaveLength(16);
    expect(await collection<Item>(pk, 'SMALL#')).toEqual([{ pk, sk: 'SMALL#1' }]);
  });

  test('an update answers the new item; a delete answers the old one', async () => {
    const key = { pk: newCollection(), sk: 'a' };
    await putRecord({ ...key, name: 'old', size: 1, status: 'kept' });
    const changed = await changeRecord(key, { set: { name: 'new', size: undefined, value: 7 }, unset: ['status'] });
    expect(changed).toEqual({ ...key, name: 'new', size: 1, value: 7 });
    expect(await removeRecord(key)).toEqual({ ...key, name: 'new', size: 1, value: 7 });
    expect(await removeRecord(key)).toBeUndefined();
  });

  test('an update with a condition keeps the condition’s names and values apart from those of the change', async () => {
    const key = { pk: newCollection(), sk: 'a' };
    await putRecord({ ...key, version: 1, status: 'open' });
    const change = (before: number) => ({
      set: { version: before + 1 },
      where: { status: 'open', version: before },
    });
    expect(await changeRecord(key, change(1))).toMatchObject({ version: 2 });
    await expect(changeRecord(key, change(1))).rejects.toBeInstanceOf(ConditionFailed);
  });
});

describe('transactions', () => {
  test('all writes or none: a failed condition names its place and leaves everything as it was', async () => {
    const pk = newCollection();
    await writeItems([
      { pk, sk: 'there' },
      { pk, sk: 'taken' },
    ]);
    const failing = transact([
      { put: { pk, sk: 'new' } },
      { check: { pk, sk: 'there' } },
      { put: item({ pk, sk: 'taken', again: true }), where: ABSENT },
    ]);
    await expect(failing).rejects.toMatchObject({ index: 2 });
    expect(await collection(pk)).toEqual([
      { pk, sk: 'taken' },
      { pk, sk: 'there' },
    ]);
  });

  test('puts, updates, removals and checks go together', async () => {
    const pk = newCollection();
    await writeItems([
      { pk, sk: 'gone' },
      { pk, sk: 'counted' },
      { pk, sk: 'checked' },
    ]);
    await transact([
      { put: { pk, sk: 'made' } },
      { remove: { pk, sk: 'gone' } },
      { change: { pk, sk: 'counted' }, set: { count: 1 } },
      { check: { pk, sk: 'checked' } },
    ]);
    expect(await collection(pk)).toEqual([
      { pk, sk: 'checked' },
      { pk, sk: 'counted', count: 1 },
      { pk, sk: 'made' },
    ]);
  });

  test('only one of several writers of the same new item succeeds', async () => {
    const pk = newCollection();
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, taker) =>
        transact([{ put: item({ pk, sk: 'only', taker }), where: ABSENT }, { put: { pk, sk: `taker-${taker}` } }]),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await collection(pk)).toHaveLength(2);
  });
});
