import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { ConditionFailed, putRecord, transact } from '../../lib/storage/engine/client.ts';
import { holds } from '../../lib/storage/engine/holds.ts';
import { allOf, anyOf, is, type Where } from '../../lib/storage/engine/where.ts';
import { startTable } from './engine.ts';

let table: { stop: () => Promise<void> };
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** One of every type that records hold. */
const VALUES = [
  undefined,
  null,
  true,
  false,
  0,
  7,
  12,
  '',
  'abc',
  'abd',
  'ab',
  ['abc', 1],
  { abc: 1 },
  { inner: { deep: 'abc' } },
];

const TESTS: unknown[] = [
  undefined,
  null,
  true,
  7,
  'abc',
  ['abc', 1],
  { abc: 1 },
  is.missing,
  is.present,
  is.not('abc'),
  is.not(null),
  is.below('abd'),
  is.below(12),
  is.atMost('abc'),
  is.atMost(7),
  is.above('ab'),
  is.above(0),
  is.atLeast('abd'),
  is.atLeast(12),
  is.containing('abc'),
  is.oneOf(['abc', 'abd', 7]),
  is.eitherOf(is.missing, is.atMost(7)),
  is.eitherOf(null, 'abc'),
];

const CONDITIONS: Where[] = [
  ...TESTS.map((one) => ({ value: one })),
  { 'value.inner.deep': 'abc' },
  { 'value.abc': is.missing },
  { 'value.abc': 1 },
  allOf({ value: is.present }, undefined, { other: 'same' }),
  allOf({ value: 'abc' }, { other: 'different' }),
  anyOf({ value: 'abc' }, { other: 'different' }, { value: is.above(7) }),
  allOf(anyOf({ value: 7 }, { value: 'ab' }), { other: 'same', value: is.not('ab') }),
  {},
];

test('a condition is true for a record in memory exactly if it is true in the table', async () => {
  const pk = newId();
  const differ: unknown[] = [];
  for (const [index, value] of VALUES.entries()) {
    const record = { pk, sk: String(index), other: 'same', ...(value === undefined ? {} : { value }) };
    await putRecord(record);
    for (const where of CONDITIONS) {
      const inTable = await transact([{ check: { pk, sk: record.sk }, where: allOf({ pk: is.present }, where) }]).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ConditionFailed) return false;
          throw error;
        },
      );
      if (holds(record, where) !== inTable) differ.push({ value, where: JSON.stringify(where), inTable });
    }
  }
  expect(differ).toEqual([]);
});
