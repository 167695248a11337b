import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTable } from '../../infra/local/engines/resources.ts';
import { compareTables, copyBack } from '../../infra/restore/tables.ts';
import { getItem, type Item, putRecord, removeRecord } from '../../lib/storage/engine/client.ts';
import { startTable } from '../storage/engine.ts';

let table: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const live = () => process.env.TABLE_NAME as string;
const restored = () => `${live()}-restored`;
const item = (sk: string, value: string): Item => ({ pk: 'ENVELOPE#e1', sk, value });
/** Writes to the table of this name, as the platform would. */
const write = async (name: string, items: readonly Item[]) => {
  const before = live();
  process.env.TABLE_NAME = name;
  for (const one of items) await putRecord(one);
  process.env.TABLE_NAME = before;
};
const stored = async (sk: string) => (await getItem<Item>(item(sk, '')))?.value;

test('a table that was restored beside is compared, and copied back without touching what is newer', async () => {
  await makeTable(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, restored());
  const many = Array.from({ length: 30 }, (_, index) => item(`EVENT#${index}`, 'x'.repeat(50_000)));
  await write(restored(), [item('ENVELOPE', 'then'), item('FIELD#1', 'lost'), ...many]);
  await write(restored(), [{ pk: 'ENVELOPE#e2', sk: 'ENVELOPE', value: 'nobody asked' }]);
  await write(live(), [item('ENVELOPE', 'now'), item('FIELD#2', 'new'), ...many]);

  const tables = { from: restored(), to: live(), keys: ['ENVELOPE#e1', 'ENVELOPE#e1'] };
  const found = await compareTables(tables);
  expect(found.missing.map(({ sk }) => sk)).toEqual(['FIELD#1']);
  expect(found.different.map(({ sk }) => sk)).toEqual(['ENVELOPE']);
  expect(found.same).toBe(many.length);
  expect(await stored('FIELD#1')).toBeUndefined();

  expect(await copyBack(live(), found, { overwrite: false })).toBe(1);
  expect([await stored('FIELD#1'), await stored('FIELD#2'), await stored('ENVELOPE')]).toEqual(['lost', 'new', 'now']);
  // Again, after somebody has made the item meanwhile: nothing is overwritten unless asked for.
  await removeRecord(item('FIELD#1', ''));
  await write(live(), [item('FIELD#1', 'made meanwhile')]);
  expect(await copyBack(live(), found, { overwrite: false })).toBe(0);
  expect(await stored('FIELD#1')).toBe('made meanwhile');

  expect(await copyBack(live(), found, { overwrite: true })).toBe(1);
  expect(await stored('ENVELOPE')).toBe('then');
  expect(await getItem({ pk: 'ENVELOPE#e2', sk: 'ENVELOPE' })).toBeUndefined();
});
