import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { getItem } from '../../lib/table/client.ts';
import { codeKey } from '../../lib/table/keys.ts';
import { type CodeItem, isMailedCode, mintCode } from '../../lib/users/codes.ts';
import { startTable } from '../table/engine.ts';

let table: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const stored = (user_id: string) => getItem<CodeItem>(codeKey('verify_email', user_id));

test('codes that are made at the same time, for a message that was handed over twice, all work', async () => {
  const user_id = newId();
  const codes = await Promise.all([1, 2, 3].map(() => mintCode('verify_email', user_id)));
  const item = await stored(user_id);
  expect(codes.map((code) => isMailedCode(item, code))).toEqual([true, true, true]);
});

test('of many codes the latest six work', async () => {
  const user_id = newId();
  const codes: string[] = [];
  for (let made = 0; made < 8; made++) codes.push(await mintCode('verify_email', user_id));
  const item = await stored(user_id);
  expect(codes.map((code) => isMailedCode(item, code))).toEqual([false, false, ...Array(6).fill(true)]);
});
